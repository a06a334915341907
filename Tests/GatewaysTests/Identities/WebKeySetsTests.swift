import AccountCore
import GatewayConformance
import Gateways
import StrictJSON
import TestSupport
import Testing

@Suite("Reading an issuer's keys", .timeLimit(.minutes(10)))
struct WebKeySetsTests {
    private func failure(of issuer: String, within limit: Duration? = nil) async -> KeySetError? {
        do throws(KeySetError) {
            _ = try await WebKeySets(within: limit).keySet(ofIssuer: issuer)
            return nil
        } catch {
            return error
        }
    }

    /// A server whose document says what `document` makes of its URL, and whose keys are an empty list.
    private func server(_ document: @escaping @Sendable (String) -> String) async throws -> (ProviderStandIn, String) {
        let server = try await ProviderStandIn.start()
        let issuer = "http://127.0.0.1:\(server.port)/shop"
        server.answer { request in
            switch request.uri {
            case "/shop/.well-known/openid-configuration": .json(200, document(issuer))
            case "/keys": .json(200, #"{"keys":[]}"#)
            default: .json(404, "{}")
            }
        }
        return (server, issuer)
    }

    @Test("an issuer's document names the place of its keys, with and without a slash at the issuer's end")
    func discovery() async throws {
        for end in ["", "/"] {
            let (server, issuer) = try await server {
                #"{"issuer":"\#($0 + end)","jwks_uri":"\#($0.replacing("/shop", with: "/keys"))","other":[1]}"#
            }
            #expect(try await WebKeySets().keySet(ofIssuer: issuer + end) == ["keys": []])
            #expect(server.requests.map(\.uri) == ["/shop/.well-known/openid-configuration", "/keys"])
            try await server.stop()
        }
    }

    @Test("another issuer's document, and a place that anybody on the way could change, are not followed")
    func unusable() async throws {
        for (document, words) in [
            (#"{"issuer":"https://id.example","jwks_uri":"@/keys"}"#, "the document is another issuer's"),
            (#"{"issuer":"@/","jwks_uri":"@/keys"}"#, "the document is another issuer's"),
            (#"{"issuer":"@","jwks_uri":"http://id.example/keys"}"#, "the document names no https URL of keys"),
            (#"{"issuer":"@","jwks_uri":"file:///etc/passwd"}"#, "the document names no https URL of keys"),
            (#"{"issuer":"@"}"#, "the document names no https URL of keys"), ("[]", "the answer is no JSON object"),
        ] {
            let (server, issuer) = try await server { document.replacing("@", with: $0) }
            #expect(await failure(of: issuer) == .unusable(words), "\(document)")
            #expect(server.requests.count == 1)
            try await server.stop()
        }
        for issuer in ["http://id.example", "id.example", "https://id.example/?a"] {
            #expect(await failure(of: issuer) == .unusable("the issuer is no https URL"))
        }
    }

    @Test("document and keys share one time: a body that never ends holds nobody for longer")
    func slow() async throws {
        let begun = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"
        let server = try await ProviderStandIn.start()
        let issuer = "http://127.0.0.1:\(server.port)"
        server.answer { request in
            request.uri == "/keys"
                ? .drip(begun, every: .milliseconds(20))
                : .json(200, #"{"issuer":"\#(issuer)","jwks_uri":"\#(issuer)/keys"}"#)
        }
        await withTimeEnough { time in
            await failure(of: issuer, within: time) == .unusable("the answer is no JSON object")
        }
        try await server.stop()
    }
}
