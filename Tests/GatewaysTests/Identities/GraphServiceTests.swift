import AccountCore
import Connections
import GatewayConformance
import Gateways
import Synchronization
import TestSupport
import Testing
import VerificationCore

@Suite("Asking Facebook's Graph", .timeLimit(.minutes(10)))
struct GraphServiceTests {
    private static let now = Timestamp(seconds: 1_767_229_200)
    private static let debug =
        #"{"data":{"app_id":"1234","type":"USER","is_valid":true,"expires_at":1767229201,"user_id":"4321"}}"#
    private static let owner =
        #"{"id":"4321","name":"Ada Lovelace","email":"ada@example.com","picture":{"data":{"url":"https://p.example/a"}}}"#

    private func question(at url: String) throws -> GraphQuestion {
        var provider = IdentityProvider(.facebook)
        (provider.audiences, provider.ownServiceURL) = (["1234", "5678"], url)
        return try #require(GraphQuestion("EAAB+/&=", of: provider, secret: "s3cret&", at: Self.now))
    }

    private static func answers(
        _ debug: StandInAnswer, _ owner: StandInAnswer
    ) -> @Sendable (StandInRequest) -> StandInAnswer {
        { $0.uri.hasPrefix("/v23.0/debug_token?") ? debug : owner }
    }

    /// What a question comes to, and how many calls it took.
    private func failure(
        _ debug: StandInAnswer, _ owner: StandInAnswer = .json(200, Self.owner), within limit: Duration? = nil
    ) async throws -> (GraphError?, calls: Int) {
        let server = try await ProviderStandIn.start()
        server.answer(by: Self.answers(debug, owner))
        let question = try question(at: "http://127.0.0.1:\(server.port)/v23.0")
        var failure: GraphError?
        do throws(GraphError) {
            _ = try await GraphService(within: limit).person(question)
        } catch {
            failure = error
        }
        let calls = server.requests.count
        try await server.stop()
        return (failure, calls)
    }

    @Test("the token is looked at with the app's own token, and its owner is asked for with a proof of the secret")
    func calls() async throws {
        let server = try await ProviderStandIn.start()
        server.answer(by: Self.answers(.json(200, Self.debug), .json(200, Self.owner)))
        for url in ["http://127.0.0.1:\(server.port)/v23.0", "http://localhost:\(server.port)/v23.0/"] {
            let person = try await GraphService().person(try question(at: url))
            #expect(person.id == "4321" && person.identity(accessToken: "t").link.displayName == "Ada Lovelace")
        }
        let requests = server.requests
        try await server.stop()
        #expect(requests.map(\.method) == ["GET", "GET", "GET", "GET"])
        #expect(requests[0].form == ["input_token": "EAAB+/&=", "access_token": "1234|s3cret&"])
        #expect(requests[1].uri.hasPrefix("/v23.0/me?"))
        #expect(
            requests[1].form == [
                "fields": "id,name,first_name,last_name,email,picture{url}", "access_token": "EAAB+/&=",
                // Python: hmac.new(b"s3cret&", b"EAAB+/&=", "sha256").hexdigest()
                "appsecret_proof": "a7563012f8f3c6664a0c42d380e299f88ed7a7a336a882fbae422cfe36a5543b",
            ])
    }

    @Test(
        "a token that is invalid, expired, of another app, of an app or a page, or of nobody lets nobody in",
        arguments: [
            (#""is_valid":true"#, #""is_valid":false"#), (#""is_valid":true"#, #""is_valid":"true""#),
            ("1767229201", "1767229200"), ("1767229201", "null"), (#""1234""#, #""9999""#), ("USER", "APP"),
            ("USER", "PAGE"), (#""4321""#, #""""#), (#""4321""#, "null"), (#""4321""#, #""4321/../5""#),
            (#""type""#, #""error":{"code":190,"message":"Cannot parse"},"type""#),
        ])
    func badTokens(old: String, new: String) async throws {
        let (failure, calls) = try await failure(.json(200, Self.debug.replacingOccurrence(of: old, with: new)))
        #expect(failure == .badToken && calls == 1)
    }

    @Test("a token that never expires is good, and so is one of the project's second app; ids may be numbers")
    func goodTokens() async throws {
        for (old, new) in [("1767229201", "0"), (#""1234""#, "5678"), (#""4321""#, "4321")] {
            let debug = Self.debug.replacingOccurrence(of: old, with: new)
            let (failure, calls) = try await failure(.json(200, debug))
            #expect(failure == nil && calls == 2, "\(debug)")
        }
    }

    @Test("Graph's errors are told by their numbers, with whatever status they come, and never by their words")
    func errors() async throws {
        for (status, code, expected) in [
            (200, 190, .refused("error 190")), (400, 190, .refused("error 190")), (401, 102, .refused("error 102")),
            (400, 4, .unusable("error 4")), (500, 2, .unusable("error 2")), (403, 101, .unusable("error 101")),
        ] as [(Int, Int, GraphError)] {
            let body = #"{"error":{"message":"Malformed access token EAAB","type":"OAuthException","code":\#(code)}}"#
            #expect(try await failure(.json(status, body)).0 == expected)
            #expect(try await failure(.json(200, Self.debug), .json(status, body)).0 == expected)
        }
    }

    @Test("an owner that is another person than the token's lets nobody in")
    func otherOwner() async throws {
        let other = Self.owner.replacingOccurrence(of: "4321", with: "4322")
        #expect(try await failure(.json(200, Self.debug), .json(200, other)).0 == .badToken)
        let (failure, _) = try await failure(.json(200, Self.debug), .json(200, "{}"))
        #expect(failure == .unusable("the answer names no person"))
    }

    @Test("an answer that is no Graph's decides nothing, and a redirect leads nowhere")
    func unusable() async throws {
        let target = try await ProviderStandIn.start(.json(200, Self.debug))
        let far = ["location: \(target.url)"]
        for (answer, words) in [
            (.json(302, Self.debug, headers: far), "status 302"), (.json(200, "<html>"), "status 200"),
            (.json(200, "{}"), "status 200"), (.json(404, "{}"), "status 404"), (.json(200, "[]"), "status 200"),
            (.json(503, Self.debug), "status 503"), (.longBody(100_000), "status 200"),
        ] as [(StandInAnswer, String)] {
            #expect(try await failure(answer).0 == .unusable(words), "\(words)")
        }
        #expect(target.connections == 0)
        try await target.stop()
    }

    @Test("both answers share one time: a server that is silent or whose body never ends holds nobody for longer")
    func silent() async throws {
        let begun = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n"
        try await withTimeEnough { time in
            try await failure(.silence, within: time).0 == .unreachable("timeout")
        }
        try await withTimeEnough { time in
            try await failure(.json(200, Self.debug), .silence, within: time).0 == .unreachable("timeout")
        }
        try await withTimeEnough { time in
            let slow = StandInAnswer.drip(begun, every: .milliseconds(20))
            return try await failure(.json(200, Self.debug), slow, within: time).0 == .unusable("status 200")
        }
    }

    @Test("a Graph with a stranger's certificate, and one without TLS on another machine, get no token")
    func certificate() async throws {
        let provider = try await TLSProvider.start(try TestIdentity())
        await #expect(throws: GraphError.unreachable("tls-failed")) {
            _ = try await GraphService().person(try question(at: "https://localhost:\(provider.port)"))
        }
        #expect(provider.requests.load(ordering: .relaxed) == 0)
        try await provider.stop()
        for url in ["http://graph.example/v23.0", "https://graph.example/?a=", "nonsense"] {
            await #expect(throws: GraphError.unusable("the URL is malformed")) {
                _ = try await GraphService().person(try question(at: url))
            }
        }
    }
}

extension String {
    /// The text with its one occurrence of another text replaced.
    fileprivate func replacingOccurrence(of old: String, with new: String) -> String {
        replacing(old, with: new, maxReplacements: 1)
    }
}
