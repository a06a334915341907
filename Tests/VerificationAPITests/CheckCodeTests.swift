import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("POST /v1/verifications/{id}/checks")
struct CheckCodeTests {
    @Test("the right code approves and shows the verification")
    func approves() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let answer = try await api.check(id, fixture.code(of: id))
            #expect(answer.status == 200)
            #expect(answer.text("status") == "approved")
            #expect(answer.id == id)
        }
    }

    @Test("the code is right through the id of every request that joined")
    func approvesThroughJoinedRequest() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let first = try await fixture.started(api)
            let second = try await fixture.started(api)
            #expect(try await api.check(second, fixture.code(of: first)).text("status") == "approved")
        }
    }

    @Test(
        "only the id through which the code came is approved; the other person's session hears of it, with its own texts"
    )
    func twoSessions() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let first = try await fixture.started(api, session: "A")
            let second = try await fixture.started(api, session: "B")
            let approved = try await check(api, second, fixture.code(of: first), key: "one")
            #expect(approved.status == 200 && approved.text("requestId") == "\(second)" && approved.id == first)
            #expect(approved["metadata"]?["session"] == "B")

            let (mine, others) = (
                try await api.get("/v1/verifications/\(second)"), try await api.get("/v1/verifications/\(first)")
            )
            #expect(mine.text("status") == "approved" && mine["metadata"]?["session"] == "B")
            #expect(others.text("status") == "approved_elsewhere" && others["metadata"]?["session"] == "A")
            #expect(others.text("requestId") == "\(first)" && others["approvedBy"] == nil)
            for key in ["one", "two"] {
                let late = try await check(api, first, fixture.code(of: first), key: key)
                #expect(late.status == 409 && late.text("verificationStatus") == "approved_elsewhere")
            }
            #expect(try await check(api, second, fixture.code(of: first), key: "one").status == 200)
        }
    }

    private func check(
        _ api: APIClient, _ id: VerificationID, _ code: String, key: String
    ) async throws -> APIAnswer {
        try await api.post(
            "/v1/verifications/\(id)/checks", #"{"code":"\#(code)"}"#, [.idempotencyKey: key])
    }

    @Test("a wrong code is 422 with what remains, and the last one ends the verification")
    func wrong() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            for remaining in (0..<5).reversed() {
                let answer = try await api.check(id, fixture.wrongCode(of: id))
                #expect(answer.status == 422)
                #expect(answer.problem == "invalid-code")
                #expect(answer["remainingChecks"] == .integer(Int64(remaining)))
                #expect(answer.text("verificationStatus") == (remaining == 0 ? "max_attempts_reached" : "pending"))
            }
            try await expectEnded(api, fixture, id, "max_attempts_reached")
        }
    }

    @Test("after the end every code gets one and the same answer, with the status that ended it")
    func ended() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let approved = try await fixture.started(api, phone: "+14155552123")
            _ = try await api.check(approved, fixture.code(of: approved))
            try await expectEnded(api, fixture, approved, "approved")

            let canceled = try await fixture.started(api, phone: "+14155552124")
            _ = try await api.cancel(canceled)
            try await expectEnded(api, fixture, canceled, "canceled")

            let expired = try await fixture.started(api, phone: "+14155552125")
            fixture.clock.advance(by: .seconds(601))
            try await expectEnded(api, fixture, expired, "expired")
        }
    }

    @Test(
        "what is no code is 400 and does not count",
        arguments: [
            #"{"code":""}"#, #"{"code":"123"}"#, #"{"code":"12345678901"}"#, #"{"code":"12345a"}"#,
            #"{"code":"１２３４５Ａ"}"#, #"{"code":"+12345"}"#, #"{"code":"123,456"}"#, #"{"code":"1e5000"}"#,
            #"{"code":12345}"#, #"{"code":123456}"#, #"{"code":true}"#, #"{"code":null}"#, #"{"code":["123456"]}"#,
            "{}",
            #"{"code":"\#(String(repeating: "1", count: 10_000))"}"#,
        ])
    func noCode(body: String) async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let answer = try await api.post("/v1/verifications/\(id)/checks", body)
            #expect(answer.status == 400)
            #expect(answer.problem == "invalid-code-format")
            #expect(answer.text("param") == "code")
            #expect(try await api.get("/v1/verifications/\(id)")["remainingChecks"] == 5)
        }
    }

    @Test(
        "the right code is right however it was pasted, by id and by phone",
        arguments: [("", "", " "), ("", "\\n", "-"), ("\\u202A", "\\u202C", "\\u200B"), (" ", " ", "\\u00A0")])
    func pasted(before: String, after: String, between: String) async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            for path in ["", "/v1/checks"] {
                let id = try await fixture.started(api)
                let code = try fixture.code(of: id)
                let typed = before + code.prefix(3) + between + code.dropFirst(3) + after
                let answer = try await api.post(
                    path.isEmpty ? "/v1/verifications/\(id)/checks" : path,
                    #"{"code":"\#(typed)","phoneNumber":"\u2066+1 415 555\u2011\uFF12123\u2069"}"#)
                #expect(answer.status == 200 && answer["status"] == "approved")
            }
        }
    }

    @Test("bodies are read as strictly as for a new verification")
    func badBodies() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let path = "/v1/verifications/\(id)/checks"
            #expect(try await api.post(path, #"{"code":"123456","code":"654321"}"#).problem == "invalid-json")
            #expect(try await api.post(path, "[]").problem == "invalid-json")
            #expect(try await api.post(path, "{}", [.contentType: "text/plain"]).status == 415)
            #expect(try await api.post(path, String(repeating: " ", count: 16_385)).status == 413)
            #expect(try await api.get("/v1/verifications/\(id)")["remainingChecks"] == 5)
        }
    }

    @Test("a request that no worker has seen is 409 with Retry-After, and later ended as expired")
    func queued() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try #require(try await api.start("+14155552123").id)
            let answer = try await api.check(id, fixture.code(of: id))
            #expect(answer.status == 409)
            #expect(answer.problem == "verification-queued")
            #expect(answer.text("verificationStatus") == "queued")
            #expect(answer.headers[.retryAfter] == "1")
            fixture.clock.advance(by: .seconds(660))
            try await expectEnded(api, fixture, id, "expired")
        }
    }

    @Test("of fifty right codes at once exactly one approves")
    func manyRight() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let code = try fixture.code(of: id)
            let answers = try await Self.together(Array(repeating: code, count: 50)) { try await api.check(id, $0) }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.problem == "verification-ended" }.count == 49)
        }
    }

    @Test("of fifty wrong codes at once exactly five are compared")
    func manyWrong() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let codes = try (0..<50).map { try fixture.wrongCode(of: id, $0 % 9) }
            let answers = try await Self.together(codes) { try await api.check(id, $0) }
            #expect(answers.filter { $0.problem == "invalid-code" }.count == 5)
            #expect(answers.filter { $0.problem == "verification-ended" }.count == 45)
            try await expectEnded(api, fixture, id, "max_attempts_reached")
        }
    }

    private func expectEnded(
        _ api: APIClient, _ fixture: APIFixture, _ id: VerificationID, _ status: String
    ) async throws {
        let right = try await api.check(id, fixture.code(of: id))
        let wrong = try await api.check(id, fixture.wrongCode(of: id))
        #expect(right.status == 409)
        #expect(right.problem == "verification-ended")
        #expect(right.text("verificationStatus") == status)
        #expect(right.body == wrong.body)
    }

    private static func together(
        _ codes: [String], _ check: @escaping @Sendable (String) async throws -> APIAnswer
    ) async throws -> [APIAnswer] {
        try await withThrowingTaskGroup(of: APIAnswer.self) { group in
            for code in codes { group.addTask { try await check(code) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
