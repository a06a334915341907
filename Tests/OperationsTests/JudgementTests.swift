import Operations
import Testing
import VerificationCore

@Suite("The overview's judgement")
struct JudgementTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test("finds nothing wrong with an installation that works")
    func fine() {
        let judgement = Judgement(of: situation())
        #expect(judgement.level == .fine && judgement.findings.isEmpty)
    }

    @Test("is that nothing is sent when no worker takes requests, and says how many wait")
    func noWorkers() {
        let judgement = Judgement(of: situation(ready: 12, consumers: 0))
        #expect(judgement.level == .down && judgement.findings.map(\.rule) == ["no-workers"])
        #expect(judgement.findings[0].measure == "0 consumers, 12 requests wait")
    }

    @Test("says of a database or a broker that is away nothing but that, for the rest is not known")
    func away() {
        let away = Judgement(of: situation(database: "no answer", broker: "refused"))
        #expect(away.level == .down && away.findings.map(\.rule) == ["database-away", "broker-away"])
        #expect(away.findings.map(\.measure) == ["no answer", "refused"])
    }

    @Test("distinguishes a gateway that is away from all gateways that are away")
    func gateways() {
        let open = entry(BreakerNotice.State.open)
        let first = Judgement(of: situation(gateways: ["a": open]))
        #expect(first.level == .degraded && first.findings.map(\.rule) == ["gateway-away"])
        #expect(first.findings[0].measure == "a: half-failed")
        let off = GatewayBoardState.Entry(control: GatewaySwitch(isOff: true))
        let all = Judgement(of: situation(gateways: ["a": open, "b": off, "other": open]))
        #expect(all.level == .down && all.findings.map(\.rule) == ["no-gateways"])
        #expect(all.findings[0].measure == "a: half-failed, b is switched off")
        #expect(Judgement(of: situation(gateways: ["a": entry(.closed)])).level == .fine)
    }

    @Test("names the gravest rule first")
    func order() {
        let judgement = Judgement(of: situation(consumers: 0, gateways: ["a": entry(.open)]))
        #expect(judgement.findings.map(\.level) == [.down, .degraded])
    }

    private func entry(_ state: BreakerNotice.State) -> GatewayBoardState.Entry {
        GatewayBoardState.Entry(
            notice: BreakerNotice(
                gateway: "a", generation: 1, state: state, remaining: .seconds(9), reason: "half-failed"))
    }

    private func situation(
        ready: Int = 0, consumers: Int = 2, gateways: [String: GatewayBoardState.Entry] = [:],
        database: String? = nil, broker: String? = nil
    ) -> Situation {
        let queue = QueueReport(
            name: "verification.requests", role: .requests,
            state: .present(messages: ready, consumers: consumers, mismatch: nil))
        return Situation(
            at: now, queues: Known(value: [queue], at: now, trouble: broker),
            gateways: Known(value: GatewayOverview(workers: 2, gateways: gateways), at: now, trouble: database),
            gatewayNames: ["a", "b"])
    }
}
