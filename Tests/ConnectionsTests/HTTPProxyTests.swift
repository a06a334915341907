import Connections
import Foundation
import Testing

@Suite("The way of outgoing calls")
struct HTTPProxyTests {
    @Test("a proxy is a host and a port, with a user and a password where it asks for them")
    func read() throws {
        let open = try #require(HTTPProxy("http://proxy.example:3128"))
        #expect(open.host == "proxy.example" && open.port == 3_128 && open.authorization == nil)
        // RFC 7617's own example.
        let asking = try #require(HTTPProxy("http://Aladdin:open%20sesame@[::1]:8080/"))
        #expect(asking.host == "::1" && asking.authorization == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        let special = try #require(HTTPProxy("http://u:p%40%3A%C3%A9@h:1"))
        #expect(special.credentials.flatMap { Data(base64Encoded: $0) } == Data("u:p@:é".utf8))
    }

    @Test(
        "what is no such proxy is none",
        arguments: [
            "", "h:3128", "http://h", "https://h:1", "socks5://h:1", "http://h:0", "http://h:70000", "http://:1",
            "http://h:1/path", "http://h:1?query", "http://h:1#part", "http://u@h:1", "http://:p@h:1",
            "http://u%3Ax:p@h:1", "http://u:p%0A@h:1", "http://h%0D%0A:1",
        ])
    func refused(url: String) {
        #expect(HTTPProxy(url) == nil)
    }

    @Test("a proxy prints neither its password nor its place")
    func concealed() throws {
        let proxy = try #require(HTTPProxy("http://user:sentinel@host.example:3128"))
        var dumped = ""
        dump(proxy, to: &dumped)
        for text in ["\(proxy)", String(reflecting: proxy), dumped] {
            #expect(!text.contains("sentinel") && !text.contains("host.example"))
            #expect(!proxy.credentials.map(text.contains)!)
        }
    }

    @Test("a file that holds no certificate is refused with its name")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-trust-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bad = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        for (name, text) in [("empty.pem", ""), ("words.pem", "no certificate"), ("bad.pem", bad)] {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        for name in ["empty.pem", "words.pem", "bad.pem", "missing.pem", ""] {
            let path = folder.appending(path: name).path
            let problem = #expect(throws: TrustedAuthoritiesError.self) {
                try TrustedAuthorities(file: path, besidesSystem: false)
            }
            #expect(problem?.description == "\(path) cannot be read as certificates in PEM")
        }
    }
}
