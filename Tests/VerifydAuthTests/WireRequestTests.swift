import Foundation
import Testing

@testable import VerifydAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("how a call is written")
struct WireRequestTests {
    @Test("body, key and headers are those that the server reads")
    func whole() throws {
        var bench = try WireBench([])
        bench.configuration.bundleID = "com.example.shop"
        bench.language.with { $0 = "pt-BR" }
        var call = WireBench.once
        call.headers = ["X-Verifyd-App-Attest": "proof"]
        let request = try bench.server.request(for: call)
        #expect(
            request.url?.absoluteString
                == "https://auth.shop.example/identitytoolkit.googleapis.com/v1/accounts:signInWithPhoneNumber?key=vk%5Ftest"
        )
        #expect(request.httpMethod == "POST")
        let body = try JSONSerialization.jsonObject(with: try #require(request.httpBody)) as? [String: String]
        #expect(body == ["sessionInfo": "S-1", "code": "654321"])
        let headers = [
            "Content-Type": "application/json", "Accept": "application/json", "X-Firebase-Locale": "pt-BR",
            "Accept-Language": "pt-BR", "X-Ios-Bundle-Identifier": "com.example.shop", "X-Verifyd-App-Attest": "proof",
            "X-Client-Version": "Swift/VerifydAuth/1",
        ]
        for (name, value) in headers { #expect(request.value(forHTTPHeaderField: name) == value) }
    }

    @Test("a call without a body is a GET, and a language that is none is not sent")
    func plain() throws {
        let bench = try WireBench([])
        bench.language.with { $0 = "fr\r\nX-Evil: 1" }
        let request = try bench.server.request(for: WireCall(path: "a/b", body: nil, isRepeatable: true))
        #expect(request.httpMethod == "GET" && request.httpBody == nil)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
        #expect(request.value(forHTTPHeaderField: "X-Firebase-Locale") == nil)
    }

    @Test(
        "a path of the configuration is kept, with or without a slash at its end",
        arguments: ["https://a.example/auth/v%20d", "https://a.example/auth/v%20d/"])
    func path(_ url: String) throws {
        let request = try WireBench([], url: url).server.request(for: .refresh("R"))
        #expect(
            request.url?.absoluteString.hasPrefix(
                "https://a.example/auth/v%20d/securetoken.googleapis.com/v1/token?key=") == true)
    }

    @Test("a key arrives as it is, whatever characters it has")
    func key() throws {
        var bench = try WireBench([])
        bench.configuration.apiKey = "a+b&c=d é#%"
        let url = try bench.server.request(for: WireBench.once).url
        #expect(url?.query == "key=a%2Bb%26c%3Dd%20%C3%A9%23%25" || url?.query == "key=a+b&c=d é#%")
        #expect(url?.absoluteString.hasSuffix("?key=a%2Bb%26c%3Dd%20%C3%A9%23%25") == true)
    }
}

@Suite("what a configuration may be")
struct WireConfigurationTests {
    private func configuration(_ url: String) throws -> AuthConfiguration {
        AuthConfiguration(url: try #require(URL(string: url)), projectID: "demo-shop", apiKey: "vk_test")
    }

    @Test(
        "HTTPS to any host, plain HTTP to this machine",
        arguments: [
            "https://auth.shop.example", "https://auth.shop.example:8443/auth/", "HTTPS://192.0.2.1",
            "http://localhost:8080",
            "http://LOCALHOST", "http://demo.localhost:1/", "http://127.0.0.1:9099", "http://127.9.8.7",
            "http://[::1]:8080",
        ])
    func good(_ url: String) throws { _ = try configuration(url).validated() }

    @Test(
        "everything else is refused in a sentence that says what is wrong",
        arguments: [
            ("http://auth.shop.example", "plain HTTP"), ("http://127.0.0.1.evil.example", "plain HTTP"),
            ("http://localhost.evil.example", "plain HTTP"), ("http://127.1", "plain HTTP"),
            ("http://127.0.0.256", "plain HTTP"), ("http://[::2]", "plain HTTP"), ("http://0.0.0.0", "plain HTTP"),
            ("auth.shop.example", "HTTPS"), ("ftp://auth.shop.example", "HTTPS"), ("file:///etc/passwd", "HTTPS"),
            ("https:///path", "no host"), ("https://user:secret@auth.shop.example", "a user or a password"),
            ("https://user@auth.shop.example", "a user or a password"), ("https://auth.shop.example?a=b", "query"),
            ("https://auth.shop.example/#top", "fragment"),
        ])
    func bad(_ url: String, _ words: String) throws {
        let error = try #require(throws: AuthError.self) { _ = try configuration(url).validated() }
        #expect(error.kind == .invalidConfiguration && error.localizedDescription.contains(words))
        #expect(!"\(error)".contains("secret"))
    }

    @Test("empty names and impossible time-outs are refused")
    func others() throws {
        for change in [
            { $0.apiKey = "" }, { $0.projectID = "" }, { $0.bundleID = "" }, { $0.bundleID = "a\nb" },
            { $0.timeout = 0 },
            { $0.timeout = -1 }, { $0.timeout = .nan }, { $0.timeout = .infinity },
        ] as [(inout AuthConfiguration) -> Void] {
            var configuration = try configuration("https://auth.shop.example")
            change(&configuration)
            #expect(throws: AuthError.self) { _ = try configuration.validated() }
        }
    }
}
