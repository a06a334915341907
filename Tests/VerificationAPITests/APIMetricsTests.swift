import HTTPTypes
import MetricsTestKit
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("what the API counts")
struct APIMetricsTests {
    @Test("each call that is on the queue by its number's region, or as other; a refused call is not counted")
    func starts() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            for phone in ["+4915112345678", "+4915112345678", "+14155552123", "+447400123456"] {
                #expect(try await api.start(phone).status == 202)
            }
            _ = try await api.start("+19002345678")
            _ = try await api.start("+1")
        }
        #expect(fixture.counts(of: "verifyd_starts_total") == ["country=DE": 2, "country=US": 1, "country=other": 1])
    }

    @Test("each check by its result, and a verification once when a check ends it")
    func checks() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let right = try await fixture.started(api)
            _ = try await api.check(right, fixture.wrongCode(of: right))
            _ = try await api.check(right, fixture.code(of: right))
            _ = try await api.check(right, fixture.code(of: right))
            let wrong = try await fixture.started(api)
            for _ in 1...5 { _ = try await api.check(wrong, fixture.wrongCode(of: wrong)) }
        }
        let results = fixture.counts(of: "verifyd_checks_total").filter { $0.value > 0 }
        #expect(results == ["result=approved": 1, "result=wrong": 6, "result=ended": 1])
        #expect(
            fixture.counts(of: "verifyd_outcomes_total") == [
                "status=approved": 1, "status=max_attempts_reached": 1, "status=canceled": 0,
            ])
    }

    @Test("a verification that a call has canceled, and none that had been approved before")
    func cancels() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            _ = try await api.cancel(try await fixture.started(api))
            let approved = try await fixture.started(api)
            _ = try await api.check(approved, fixture.code(of: approved))
            _ = try await api.cancel(approved)
        }
        #expect(fixture.counts(of: "verifyd_outcomes_total")["status=canceled"] == 1)
    }
}

extension APIFixture {
    /// What a counter has counted, by its labels.
    fileprivate func counts(of metric: String) -> [String: Int64] {
        Dictionary(
            metrics.counters(label: metric).map { counter in
                (counter.dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: " "), counter.totalValue)
            }, uniquingKeysWith: +)
    }
}
