import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("Checks that are made again, and by phone")
struct RepeatedCheckTests {
    private static let phone = "+14155552123"

    private func check(
        _ api: APIClient, _ id: VerificationID, _ code: String, key: String
    ) async throws -> APIAnswer {
        try await api.post(
            "/v1/verifications/\(id)/checks", #"{"code":"\#(code)"}"#, [.idempotencyKey: key])
    }

    private func check(_ api: APIClient, _ phone: String, _ code: String, key: String? = nil) async throws -> APIAnswer
    {
        var headers: HTTPFields = [:]
        headers[.idempotencyKey] = key
        return try await api.post("/v1/checks", #"{"phoneNumber":"\#(phone)","code":"\#(code)"}"#, headers)
    }

    @Test("the same key has the same answer, the approval too, and counts once; without it a code approves once")
    func again() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            let wrong = try fixture.wrongCode(of: id)
            for _ in 0..<3 {
                let answer = try await check(api, id, wrong, key: "first try")
                #expect(answer.status == 422 && answer["remainingChecks"] == 4)
            }
            let right = try fixture.code(of: id)
            for _ in 0..<3 {
                let answer = try await check(api, id, right, key: "second try")
                #expect(answer.status == 200 && answer.text("status") == "approved" && answer.id == id)
            }
            #expect(try await api.check(id, right).problem == "verification-ended")
            #expect(try await check(api, id, right, key: "third try").problem == "verification-ended")
        }
    }

    @Test("the same key for another code is refused, and for what is no key as well; neither counts")
    func misused() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            _ = try await check(api, id, try fixture.wrongCode(of: id), key: "try")
            let other = try await check(api, id, try fixture.code(of: id), key: "try")
            #expect(other.status == 422 && other.problem == "idempotency-key-reused")
            #expect(try await check(api, id, try fixture.code(of: id), key: "tr\u{FC}").status == 400)
            #expect(try await api.get("/v1/verifications/\(id)")["remainingChecks"] == 4)
        }
    }

    @Test("a phone's live verification is found by its number, however that is written, and by no other app")
    func byPhone() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            #expect(try await check(api, Self.phone, "123456").problem == "verification-not-found")
            let id = try await fixture.started(api, phone: Self.phone)
            let wrong = try await check(api, Self.phone, fixture.wrongCode(of: id))
            #expect(wrong.status == 422 && wrong["remainingChecks"] == 4)
            let code = try fixture.code(of: id)
            let body = #"{"phoneNumber":"\#(Self.phone)","code":"\#(code)"}"#
            #expect(try await api.post("/v1/checks", body, key: APIFixture.otherKey).status == 404)
            for _ in 0..<2 {
                let right = try await check(api, "+1 (415) 555-2123", code, key: "once")
                #expect(right.status == 200 && right.id == id && right.text("status") == "approved")
            }
            #expect(try await check(api, Self.phone, code).status == 404)
        }
    }

    @Test("a ring that lacks the code's key counts nothing and says so")
    func keyMissing() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api, codeKey: "k2")
            for _ in 0..<6 {
                let answer = try await api.check(id, "123456")
                #expect(answer.status == 503 && answer.problem == "code-key-unavailable")
                #expect(answer.headers[.retryAfter] == "2")
            }
            #expect(try await api.get("/v1/verifications/\(id)")["remainingChecks"] == 5)
        }
    }
}
