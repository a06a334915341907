import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("Prefer: wait")
struct PreferWaitTests {
    @Test(
        "is understood as RFC 7240 writes it",
        arguments: [
            ("wait=10", 10), ("WAIT=10", 10), ("wait = 10", 10), ("wait=\"10\"", 10), ("respond-async, wait=7", 7),
            ("wait=7; foo=bar", 7), ("wait=5, wait=9", 5), ("wait=30", 30), ("wait=31", 30),
            ("wait=99999999999999999999", 30),
        ] as [(String, Int)])
    func understood(field: String, seconds: Int) {
        #expect(WaitPreference([.prefer: field])?.seconds == seconds)
    }

    @Test(
        "is ignored when it is no preference to wait",
        arguments: ["", "wait", "wait=", "wait=0", "wait=-1", "wait=1.5", "wait=abc", "wait=\"\"", "waiting=5", "=5"])
    func ignored(field: String) {
        #expect(WaitPreference([.prefer: field]) == nil)
    }

    @Test("a send is answered 200 with what the caller needs next")
    func sent() async throws {
        let (answer, request) = try await ask { .sent(Self.summary($0.id), message: .accepted, language: "de") }
        #expect(answer.status == 200)
        #expect(answer.headers[.preferenceApplied] == "wait=5")
        #expect(answer.id == request.id)
        #expect(answer.text("status") == "pending")
        #expect(answer["deduplicated"] == false)
        #expect(answer.text("expiresAt") == "2026-01-01T00:10:00.000Z")
        #expect(answer.text("resendAfter") == "2026-01-01T00:01:00.000Z")
        #expect(answer["remainingSends"] == 4)
        #expect(answer["remainingChecks"] == 5)
        #expect(answer.text("language") == "de")
        #expect(answer["message"]?["status"] == "accepted")
    }

    @Test("a duplicate is answered 200 with the id of the verification it joined")
    func duplicate() async throws {
        let joined = VerificationID(high: 0x0190_0000_0000_7000, low: 0b10 << 62)
        let (answer, request) = try await ask { _ in .duplicate(Self.summary(joined)) }
        #expect(answer.status == 200)
        #expect(answer["deduplicated"] == true)
        #expect(answer.id == joined)
        #expect(answer.id != request.id)
        #expect(answer.text("requestId") == "\(request.id)", "by this id the caller asks later")
    }

    @Test("a send that is tried again is answered 202 pending")
    func retrying() async throws {
        let (answer, request) = try await ask { .retrying(Self.summary($0.id)) }
        #expect(answer.status == 202)
        #expect(answer.text("status") == "pending")
        #expect(answer.headers[.location] == "/v1/verifications/\(request.id)")
    }

    @Test("a send that failed for good is answered 200 with the status and why")
    func failed() async throws {
        let (answer, request) = try await ask { _ in .failed(reason: "invalid-number") }
        #expect(answer.status == 200)
        #expect(answer.id == request.id)
        #expect(answer.text("status") == "failed")
        #expect(answer.text("reason") == "invalid-number")
    }

    @Test(
        "a send tells in the RateLimit fields which limit is used up next, while it is tried again too; nothing else does"
    )
    func left() async throws {
        @Sendable func left(_ summary: LiveSummary) -> LiveSummary {
            var summary = summary
            summary.left = LimitLeft(
                limit: .sendsPerIP, quota: RateLimit(20, per: .seconds(3_600)), count: 19, moreAfter: .milliseconds(100)
            )
            return summary
        }
        let words: [@Sendable (VerificationRequest) -> RequestAnswer] = [
            { .sent(left(Self.summary($0.id)), message: .accepted, language: "de") },
            { .retrying(left(Self.summary($0.id))) },
        ]
        for word in words {
            let (answer, _) = try await ask(word)
            #expect(answer.headers[.rateLimit] == #""sends-per-ip";r=19;t=1"#)
            #expect(answer.headers[.rateLimitPolicy] == #""sends-per-ip";q=20;w=3600"#)
        }
        let (joined, _) = try await ask { .duplicate(Self.summary($0.id)) }
        #expect(joined.headers[.rateLimit] == nil && joined.headers[.rateLimitPolicy] == nil)
    }

    @Test("a limit is answered 429, with times rounded up and the RateLimit fields")
    func limited() async throws {
        let (answer, _) = try await ask { request in
            // As the worker's process says it.
            AnswerCodec.decode(
                Array(
                    """
                    {"answer":"limited","verificationId":"\(request.id)","limit":"sends-per-phone","count":5,
                    "interval":600000000,"retryAfter":36000001}
                    """.utf8))
        }
        #expect(answer.status == 429)
        #expect(answer.problem == "limit-reached")
        #expect(answer.text("reason") == "sends-per-phone")
        #expect(answer.headers[.retryAfter] == "37")
        #expect(answer["retryAfter"] == 37)
        #expect(answer.headers[.rateLimit] == #""sends-per-phone";r=0;t=37"#)
        #expect(answer.headers[.rateLimitPolicy] == #""sends-per-phone";q=5;w=600"#)
        #expect(answer.headers[.preferenceApplied] == "wait=5")
    }

    @Test("a refusal is answered 403 with its reason")
    func refused() async throws {
        let (answer, request) = try await ask { _ in .refused(.kindNotAllowed) }
        #expect(answer.status == 403)
        #expect(answer.problem == "verification-refused")
        #expect(answer.text("reason") == "kind-not-allowed")
        #expect(answer.id == request.id)
    }

    @Test("a request that waited too long in the queue is answered 409")
    func expired() async throws {
        let (answer, request) = try await ask { _ in .expired }
        #expect(answer.status == 409)
        #expect(answer.problem == "request-expired")
        #expect(answer.id == request.id)
    }

    @Test("no word in time is answered like no wait at all")
    func nothingInTime() async throws {
        let (answer, request) = try await ask { _ in nil }
        #expect(answer.status == 202)
        #expect(answer.text("status") == "queued")
        #expect(answer.headers[.location] == "/v1/verifications/\(request.id)")
        #expect(answer.headers[.preferenceApplied] == "wait=5")
    }

    @Test("a preference of 0 does not wait, one of more than 30 waits 30")
    func bounds() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            for prefer in ["wait=0", "wait=3600"] { _ = try await api.start("+14155552123", prefer: prefer) }
        }
        #expect(fixture.queue.published.map(\.wait) == [nil, .seconds(30)])
    }

    private func ask(
        _ worker: @escaping @Sendable (VerificationRequest) -> RequestAnswer?
    ) async throws -> (APIAnswer, VerificationRequest) {
        let fixture = try APIFixture()
        fixture.queue.answer(worker)
        let answer = try await fixture.serve { try await $0.start("+14155552123", prefer: "wait=5") }
        return (answer, try #require(fixture.queue.published.first).request)
    }

    private static func summary(_ id: VerificationID) -> LiveSummary {
        LiveSummary(
            verification: id, expiresAt: Timestamp(seconds: 1_767_226_200),
            resendAfter: Timestamp(seconds: 1_767_225_660), remainingSends: 4, remainingChecks: 5)
    }
}
