import CoreMetrics
import GatewayKit
import MetricsTestKit
import Telemetry
import Testing
import VerificationCore
import VerificationTesting

@Suite("What facts count in the metrics")
struct FactMetricsTests {
    private let bench = StoreBench(workers: [], now: Timestamp(seconds: 1_767_225_630))
    private let metrics = TestMetrics()

    @Test("a worker of requests counts verdicts, calls, failovers, failures and dead letters by their labels")
    func requests() throws {
        let hear = FactMetrics(of: .jobs(.requests), factory: metrics).hear
        let request = try bench.request()
        let (verdict, claim) = decide(request)
        guard case .send(let order) = verdict else { throw Unexpected() }
        let facts: [Fact] = [
            .decided(verdict, on: claim), .decided(.refused(.blocked), on: claim),
            .called(call(.refused(reason: "busy", .forNow)), for: order, of: request, span: nil),
            .failedOver(from: "main"),
            .recorded(record(.failed(reason: "busy"), order, request), early: nil),
            .recorded(record(.waiting(.seconds(5), reason: "busy"), order, request), early: nil),
            .settled(.deadLetter(DeadLetter(.outOfTries)), after: .seconds(2)),
        ]
        for fact in facts { hear(fact, bench.now) }
        #expect(try counted("verifyd_verdicts_total", "verdict", "send") == 1)
        #expect(try counted("verifyd_verdicts_total", "verdict", "refused") == 1)
        #expect(try counted("verifyd_outcomes_total", "status", "refused") == 1)
        #expect(try counted("verifyd_outcomes_total", "status", "failed") == 1)
        #expect(try counted("verifyd_gateway_failovers_total", "gateway", "main") == 1)
        #expect(try counted("verifyd_dead_letters_total", "reason", "out-of-tries") == 1)
        #expect(
            try metrics.expectCounter("verifyd_gateway_calls_total", [("gateway", "main"), ("outcome", "failed")])
                .totalValue == 1)
        let took = try metrics.expectTimer("verifyd_job_duration_seconds", [("outcome", "dead")])
        #expect(took.values == [2_000_000_000])
        #expect(try metrics.expectTimer("verifyd_job_wait_seconds").values.count == 1)
    }

    @Test("an app counts its starts and endings by itself, from 0 on, and three hundred apps at most")
    func apps() throws {
        let (calls, jobs) = (
            FactMetrics(of: .calls(countries: ["DE"]), factory: metrics).hear,
            FactMetrics(of: .jobs(.requests), factory: metrics).hear
        )
        let request = try bench.request()
        let (verdict, claim) = decide(request)
        guard case .send(let order) = verdict else { throw Unexpected() }
        calls(.started(request, isTestNumber: false), bench.now)
        jobs(.decided(verdict, on: claim), bench.now)
        func count(_ app: AppID, _ status: String) throws -> Int64 {
            let labels = [("app", app.name), ("status", status)]
            return try metrics.expectCounter("verifyd_app_outcomes_total", labels).totalValue
        }
        for status in ["approved", "failed", "refused"] { #expect(try count(request.app, status) == 0, "\(status)") }
        jobs(.recorded(record(.failed(reason: "busy"), order, request), early: nil), bench.now)
        jobs(.decided(.refused(.blocked), on: claim), bench.now)
        #expect(try count(request.app, "failed") == 1 && count(request.app, "refused") == 1)
        #expect(try counted("verifyd_app_starts_total", "app", request.app.name) == 1)
    }

    @Test("apps beyond three hundred count as other, in a registry that has room for the statuses of each")
    func manyApps() throws {
        let registry = PrometheusRegistry(ownMaxSeries: MetricHelp.maxSeries)
        let hear = FactMetrics(of: .calls(countries: []), factory: registry).hear
        for number in 0..<302 {
            hear(.started(try bench.request(app: "a\(number)"), isTestNumber: false), bench.now)
        }
        let lines = registry.rendered().split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("verifyd_app_starts_total{") }.count == 301)
        #expect(lines.contains("verifyd_app_starts_total{app=\"other\"} 2"))
        #expect(lines.filter { $0.hasPrefix("verifyd_app_outcomes_total{") }.count == 301 * 3)
    }

    @Test("receipts count by gateway and status, and a hundred gateways at most have series of their own")
    func receipts() throws {
        let hear = FactMetrics(of: .jobs(.receipts), factory: metrics).hear
        for number in 0..<102 {
            let receipt = DeliveryReceipt(gatewayID: "7", status: .delivered)
            hear(.receiptSaved(GatewayReceipt(gateway: "g\(number)", receipt: receipt), nil), bench.now)
        }
        func count(_ gateway: String) throws -> Int64 {
            let labels = [("gateway", gateway), ("status", "delivered")]
            return try metrics.expectCounter("verifyd_receipts_total", labels).totalValue
        }
        #expect(try count("g0") == 1 && count("g99") == 1 && count("other") == 2)
    }

    @Test("an event counts with what became of it, and one whose secret is locked as put off")
    func events() throws {
        let hear = FactMetrics(of: .jobs(.events), factory: metrics).hear
        let outcomes: [(EventOutcome, String)] = [
            (.told, "told"), (.failed(.unanswered(reason: "timeout")), "failed"), (.putOff, "put_off"),
            (.lackedKey, "put_off"), (.givenUp(.noEndpoint), "no_endpoint"), (.givenUp(.tooOld), "too_old"),
            (.givenUp(.gone), "gone"), (.givenUp(.unreadable), "unreadable"),
        ]
        for (outcome, _) in outcomes { hear(.eventHandled(outcome, of: nil), bench.now) }
        for (label, count) in Dictionary(grouping: outcomes, by: \.1).mapValues(\.count) {
            #expect(try counted("verifyd_events_total", "outcome", label) == Int64(count), "\(label)")
        }
    }

    private struct Unexpected: Error {}

    private func counted(_ name: String, _ label: String, _ value: String) throws -> Int64 {
        try metrics.expectCounter(name, [(label, value)]).totalValue
    }

    private func call(_ outcome: SendOutcome) -> EndedCall {
        EndedCall(
            gateway: "main", honorsIdempotencyKeys: false, outcome: outcome, endedAt: bench.now,
            took: .milliseconds(3))
    }

    private func record(
        _ outcome: SendRecord.Outcome, _ order: SendOrder, _ request: VerificationRequest
    ) -> SendRecord {
        SendRecord(
            order: order, request: request, rules: .standard, gateway: "main", text: nil, outcome: outcome)
    }

    private func decide(_ request: VerificationRequest) -> (Verdict, Claim) {
        let claim = Claim(request: request, rules: .standard, codeKey: "k", lease: .seconds(60), token: 1)
        var batch = ClaimBatch(phones: [:], seen: [:])
        return (batch.decide(claim, by: RuleBook(), now: bench.now), claim)
    }
}
