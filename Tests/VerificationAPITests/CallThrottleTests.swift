import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting
import Verifications

@testable import VerificationAPI

@Suite("An app that asks far more often than it may send")
struct CallThrottleTests {
    @Test("is sent away before the queue hears of it, with what to wait for, and let in again as time passes")
    func flood() async throws {
        var rules = SendingRules.standard
        rules.sendsPerApp = [RateLimit(2, per: .seconds(60)), RateLimit(1_000, per: .seconds(86_400))]
        let fixture = try APIFixture(rules: rules, throttle: CallThrottle(multiple: 4, least: 5))
        try await fixture.serve { api in
            for _ in 0..<8 { #expect(try await api.start("+14155552123").status == 202) }
            let refused = try await api.start("+14155552123", prefer: "wait=5")
            #expect(refused.status == 429 && refused.problem == "too-many-requests")
            #expect(refused.headers[.retryAfter] == "8" && refused["retryAfter"] == 8)
            #expect(refused.headers[.rateLimitPolicy] == #""requests-per-app";q=8;w=60"#)
            #expect(refused.headers[.rateLimit] == #""requests-per-app";r=0;t=8"#)
            #expect(fixture.queue.published.count == 8)
            #expect(try await api.post("/v1/verifications", "{}", key: APIFixture.otherKey).status == 400)

            fixture.clock.advance(by: .milliseconds(7_500))
            #expect(try await api.start("+14155552123").status == 202)
            #expect(try await api.start("+14155552123").status == 429)
        }
    }

    @Test("never meets the throttle while its limits are small, nor where it has none")
    func small() async throws {
        var rules = SendingRules.standard
        for limits in [[RateLimit(1, per: .seconds(86_400))], []] {
            rules.sendsPerApp = limits
            let fixture = try APIFixture(rules: rules, throttle: CallThrottle(least: 30))
            try await fixture.serve { api in
                for _ in 0..<30 { #expect(try await api.start("+14155552123").status == 202) }
                let isAdmitted = try await api.start("+14155552123").status == 202
                #expect(isAdmitted == limits.isEmpty)
            }
        }
    }

    @Test("gets as much again when its limits change, and nothing by a clock that is set back")
    func changes() {
        let start = Timestamp(seconds: 1_767_225_600)
        var bucket = RequestBucket(RateLimit(2, per: .seconds(10)), at: start)
        #expect(bucket.take(at: start) == nil && bucket.take(at: start) == nil)
        #expect(bucket.take(at: start) == .seconds(5))
        #expect(bucket.take(at: start + .seconds(-3_600)) == .seconds(5))
        #expect(bucket.take(at: start + .seconds(-3_595)) == nil)
        #expect(bucket.take(at: start + .seconds(86_400)) == nil && bucket.take(at: start + .seconds(86_400)) == nil)
        #expect(bucket.take(at: start + .seconds(86_400)) == .seconds(5))
    }
}
