import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("A call that is made again under its Idempotency-Key")
struct RepeatedCallTests {
    private static let path = "/v1/verifications"
    private static let body = #"{"phoneNumber":"+14155552123"}"#

    @Test("is decided anew where a limit held the first one, under an id of its own and the same key")
    func afterALimit() async throws {
        let fixture = try APIFixture(rules: SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(7_200))]))
        try await fixture.serve { api in
            _ = try await fixture.started(api)
            fixture.clock.advance(by: .seconds(3_600))
            let held = try await call(api).id
            _ = try await fixture.work(try #require(fixture.queue.published.last).request)
            // A share returns with its whole slot, of two minutes here.
            fixture.clock.advance(by: .seconds(3_600 + 120))
            try await expectAnew(api, fixture, after: held)
        }
    }

    @Test("is decided anew where the first one's verification was erased")
    func afterAnErasure() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let erased = try await call(api).id
            _ = try await fixture.work(try #require(fixture.queue.published.last).request)
            _ = try await api.post("/v1/erasures", Self.body)
            try await expectAnew(api, fixture, after: erased)
        }
    }

    @Test("names the second try's own id where the broker has not confirmed that one")
    func unconfirmed() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let erased = try await call(api).id
            _ = try await fixture.work(try #require(fixture.queue.published.last).request)
            _ = try await api.post("/v1/erasures", Self.body)
            fixture.queue.answer { _ in
                fixture.queue.fail(with: .unknown)
                return .known
            }
            let answer = try await call(api, [.prefer: "wait=5"])
            let anew = try #require(fixture.queue.published.last).request.id
            #expect(answer.status == 503 && answer.problem == "queue-unconfirmed")
            #expect(answer.text("verificationId") == "\(anew)" && anew != erased)
        }
    }

    @Test("leads to the first one's verification otherwise, and publishes nothing more")
    func otherwise() async throws {
        let fixture = try APIFixture()
        fixture.queue.answer { _ in .known }
        try await fixture.serve { api in
            let first = try await call(api).id
            _ = try await fixture.work(try #require(fixture.queue.published.last).request)
            let again = try await call(api, [.prefer: "wait=5"])
            #expect(again.status == 200 && again.id == first && again["deduplicated"] == true)
            #expect(fixture.queue.published.count == 2)
        }
    }

    @Test("after an erasure the old ids are expired, and whoever else asks for them hears that there are none")
    func erasedIDs() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let first = try await fixture.started(api)
            let joined = try await fixture.started(api)
            _ = try await api.post("/v1/erasures", Self.body)
            for id in [first, joined] {
                #expect(try await api.get("\(Self.path)/\(id)").text("status") == "expired")
                #expect(try await api.cancel(id).text("status") == "expired")
                let checked = try await api.check(id, "123456")
                #expect(checked.status == 409 && checked.problem == "verification-ended")
                #expect(try await api.get("\(Self.path)/\(id)", key: APIFixture.otherKey).status == 404)
            }
        }
    }

    @Test("with other words is 422 for its own app and 404 for any other")
    func conflict() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            var id: VerificationID?
            for phone in ["+14155552123", "+14155552124"] {
                id = try await api.post(Self.path, #"{"phoneNumber":"\#(phone)"}"#, [.idempotencyKey: "order-1"]).id
                _ = try await fixture.work(try #require(fixture.queue.published.last).request)
            }
            let path = "\(Self.path)/\(try #require(id))"
            for (key, status) in [(APIFixture.key, 422), (APIFixture.otherKey, 404)] {
                #expect(try await api.get(path, key: key).status == status)
                #expect(try await api.post(path + "/cancel", key: key).status == status)
                #expect(try await api.post(path + "/checks", #"{"code":"123456"}"#, key: key).status == status)
            }
        }
    }

    @Test("is the same call where the number is spelt otherwise")
    func spelling() async throws {
        try await APIFixture().serve { api in
            let first = try await call(api).id
            let body = #"{"phoneNumber":"\u202A+1 415\u2011555\u2011\uFF12123\u202C"}"#
            #expect(try await api.post(Self.path, body, [.idempotencyKey: "order-1"]).id == first && first != nil)
        }
    }

    private func call(_ api: APIClient, _ headers: HTTPFields = [:]) async throws -> APIAnswer {
        var headers = headers
        headers[.idempotencyKey] = "order-1"
        return try await api.post(Self.path, Self.body, headers)
    }

    private func expectAnew(_ api: APIClient, _ fixture: APIFixture, after first: VerificationID?) async throws {
        let summary = { @Sendable (id: VerificationID) in
            LiveSummary(
                verification: id, expiresAt: fixture.clock.now, resendAfter: fixture.clock.now, remainingSends: 4,
                remainingChecks: 5)
        }
        fixture.queue.answer { $0.id == first ? .known : .sent(summary($0.id), message: .accepted, language: "en") }
        let answer = try await call(api, [.prefer: "wait=5"])
        let anew = try #require(fixture.queue.published.last).request
        #expect(answer.status == 200 && answer.id == anew.id && anew.id != first && first != nil)
        #expect(anew.idempotencyKey?.text == "order-1")
        #expect(try await fixture.work(anew).order?.message.verification == anew.id)
    }
}
