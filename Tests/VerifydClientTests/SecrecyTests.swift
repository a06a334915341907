import Foundation
import Testing

@testable import VerifydClient

@Suite("what is told of keys and numbers")
struct SecrecyTests {
    private func told(_ value: some Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped)"
    }

    @Test("no description has the key, a number, a code or a secret")
    func descriptions() async throws {
        let server = StandIn(.error(URLError(.timedOut)))
        let client = try server.client(ClientRetries(tries: 1))
        let error = await #expect(throws: ClientError.self) {
            _ = try await client.list(phoneNumber: "+4915112345678")
        }
        let secret = "whsec_ZWZnaGlqa2xtbm9wcXJzdHV2d3h5ent8"
        let texts = [
            told(client), told(try #require(error)), told(try #require(server.requests.first)),
            told(VerificationRequest(phoneNumber: "+4915112345678", clientIP: "192.0.2.1")),
            told(try EventVerifier(secrets: [secret])),
        ]
        for text in texts {
            for word in ["vfd_secret", "4915112345678", "192.0.2.1", "ZWZn"] {
                #expect(!text.contains(word), "\(text)")
            }
        }
    }

    @Test(
        "a key travels by https, or within this machine",
        arguments: [
            ("https://verify.shop.example", true), ("https://10.0.0.7:8443/verifyd/", true),
            ("http://localhost:8080", true),
            ("http://127.3.2.1", true), ("http://[::1]:8080", true), ("http://verify.shop.example", false),
            ("http://127.0.0.1.shop.example", false), ("http://localhost.shop.example", false),
            ("http://10.0.0.7", false),
            ("ftp://verify.shop.example", false), ("https://", false), ("/v1", false),
            ("https://user:word@verify.shop.example", false), ("https://verify.shop.example?a=b", false),
        ])
    func address(_ text: String, _ isTaken: Bool) throws {
        let url = try #require(URL(string: text))
        let client = try? VerifydClient(url: url, apiKey: "vfd_secret", transport: StandIn(.silence))
        #expect((client != nil) == isTaken)
        #expect(throws: ClientError.self) {
            try VerifydClient(url: url, apiKey: "a b\r\n", transport: StandIn(.silence))
        }
    }

    @Test("plain HTTP in a private network is the caller's decision")
    func plain() throws {
        let url = try #require(URL(string: "http://verifyd:8080"))
        _ = try VerifydClient(url: url, apiKey: "vfd_secret", transport: StandIn(.silence), allowsPlainHTTP: true)
        let error = #expect(throws: ClientError.self) {
            try VerifydClient(url: url, apiKey: "vfd_secret", transport: StandIn(.silence))
        }
        #expect(error?.code == .invalidConfiguration)
    }
}
