import AccountCore
import Connections
import GatewayConformance
import Gateways
import TestSupport
import Testing

@Suite("Calling the operators' provider", .timeLimit(.minutes(10)))
struct WebSignOnTests {
    private static let grant = SignOnGrant(
        code: "c&1", verifier: "v", nonce: "n", redirectURI: "https://ops.example/ops/answer")

    /// What a provider with this document and this answer to a code was asked, and what came of it.
    private func exchange(
        secret: String?, methods: String = "", answer: StandInAnswer, within limit: Duration? = nil
    ) async throws -> (outcome: Result<String, SignOnError>, asked: [StandInRequest]) {
        let server = try await ProviderStandIn.start()
        let issuer = "http://127.0.0.1:\(server.port)"
        let document = """
            {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/auth","token_endpoint":"\(issuer)/token",
             "jwks_uri":"\(issuer)/keys"\(methods)}
            """
        server.answer { $0.uri == "/token" ? answer : .json(200, document) }
        let client = SignOnClient(issuer: issuer, id: "dash:board", secret: secret)
        let known = try await WebSignOn(client).document()
        let outcome: Result<String, SignOnError>
        do throws(SignOnError) {
            outcome = .success(try await WebSignOn(client, within: limit).idToken(for: Self.grant, at: known))
        } catch {
            outcome = .failure(error)
        }
        let asked = server.requests
        try await server.stop()
        return (outcome, asked)
    }

    @Test("a code goes with its verifier, and the client's secret stands in the header or in the form, as announced")
    func calls() async throws {
        let token = StandInAnswer.json(200, #"{"id_token":"a.b.c","access_token":"x"}"#)
        let common = [
            "grant_type": "authorization_code", "code": "c&1", "code_verifier": "v",
            "redirect_uri": "https://ops.example/ops/answer",
        ]
        let basic = try await exchange(secret: "s e", answer: token)
        #expect(basic.outcome == .success("a.b.c"))
        #expect(basic.asked.map(\.uri) == ["/.well-known/openid-configuration", "/token"])
        #expect(basic.asked[1].form == common)
        // dash%3Aboard:s+e
        #expect(basic.asked[1].header("authorization") == "Basic ZGFzaCUzQWJvYXJkOnMrZQ==")

        let posted = try await exchange(
            secret: "s e", methods: #","token_endpoint_auth_methods_supported":["client_secret_post"]"#, answer: token)
        #expect(posted.asked[1].header("authorization") == nil)
        let own = ["client_id": "dash:board", "client_secret": "s e"]
        #expect(posted.asked[1].form == common.merging(own) { first, _ in first })

        let open = try await exchange(secret: nil, answer: token)
        #expect(open.asked[1].header("authorization") == nil)
        #expect(open.asked[1].form == common.merging(["client_id": "dash:board"]) { first, _ in first })
    }

    @Test("an answer without a token says why in words of ours, and never the provider's")
    func refusals() async throws {
        let cases: [(StandInAnswer, SignOnError)] = [
            (.json(400, #"{"error":"invalid_grant","error_description":"c&1 was used"}"#), .badCode),
            (.json(401, #"{"error":"invalid_client"}"#), .unusable("invalid_client")),
            (.json(400, #"{"error":"c&1"}"#), .unusable("status 400")),
            (.json(500, "oops"), .unusable("status 500")),
            (.json(200, #"{"access_token":"x"}"#), .unusable("the answer has no ID token")),
            (.json(200, #"{"id_token":7}"#), .unusable("the answer has no ID token")),
            (.json(200, "[]"), .unusable("the answer has no ID token")),
            (.longBody(10_000_000), .unusable("the answer has no ID token")),
            (.whole(302, "", headers: ["location: https://elsewhere.example/"]), .unusable("status 302")),
        ]
        for (answer, expected) in cases {
            #expect(try await exchange(secret: nil, answer: answer).outcome == .failure(expected), "\(expected)")
        }
    }

    @Test("a provider that never answers is given up in time")
    func silence() async throws {
        try await withTimeEnough { time in
            let outcome = try await exchange(secret: nil, answer: .silence, within: time).outcome
            return outcome == .failure(.unreachable("timeout"))
        }
    }

    @Test("a document that is huge, another issuer's or not there is none")
    func documents() async throws {
        for (answer, words) in [
            (.longBody(10_000_000), "the answer is no JSON object"), (.json(404, "{}"), "status 404"),
            (.json(200, #"{"issuer":"https://id.example"}"#), "the document is another issuer's"),
        ] as [(StandInAnswer, String)] {
            let server = try await ProviderStandIn.start(answer)
            let client = SignOnClient(issuer: "http://127.0.0.1:\(server.port)", id: "a", secret: nil)
            await #expect(throws: SignOnError.unusable(words), "\(words)") {
                _ = try await WebSignOn(client).document()
            }
            try await server.stop()
        }
    }
}
