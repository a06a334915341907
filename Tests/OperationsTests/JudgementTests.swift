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
        #expect(judgement.level == .down && judgement.findings.map(\.rule) == [.noWorkers])
        #expect(judgement.findings[0].measure == "0 consumers, 12 requests wait")
    }

    @Test("says of a database or a broker that is away nothing but that, for the rest is not known")
    func away() {
        let away = Judgement(of: situation(database: "no answer", broker: "refused"))
        #expect(away.level == .down && away.findings.map(\.rule) == [.databaseAway, .brokerAway])
        #expect(away.findings.map(\.measure) == ["no answer", "refused"])
    }

    @Test("distinguishes a gateway that is away from all gateways that are away")
    func gateways() {
        let open = entry(BreakerNotice.State.open)
        let first = Judgement(of: situation(gateways: ["a": open]))
        #expect(first.level == .degraded && first.findings.map(\.rule) == [.gatewayAway])
        #expect(first.findings[0].measure == "a: half-failed")
        let off = GatewayBoardState.Entry(control: GatewaySwitch(isOff: true))
        let all = Judgement(of: situation(gateways: ["a": open, "b": off, "other": open]))
        #expect(all.level == .down && all.findings.map(\.rule) == [.noGateways])
        #expect(all.findings[0].measure == "a: half-failed, b is switched off")
        #expect(Judgement(of: situation(gateways: ["a": entry(.closed)])).level == .fine)
    }

    @Test("names the gravest rule first")
    func order() {
        let judgement = Judgement(of: situation(consumers: 0, gateways: ["a": entry(.open)]))
        #expect(judgement.findings.map(\.level) == [.down, .degraded])
    }

    @Test("is that a paused queue sends nothing, with who paused it; then no worker has to consume")
    func paused() {
        let pause = QueuePause(who: "anna", reason: "fraud", since: now - .seconds(60))
        let judgement = Judgement(of: situation(consumers: 0, pauses: [.requests: pause]))
        #expect(judgement.findings.map(\.rule) == [.requestsPaused] && judgement.level == .down)
        #expect(judgement.findings[0].sentence.contains("by anna: fraud"))
        #expect(Judgement(of: situation(pauses: [.events: pause])).level == .degraded)
    }

    @Test("is that a gateway fails at 5 of 100 calls, gravely at 20, and not below 20 calls")
    func failingGateway() {
        for (accepted, failed, level) in [
            (96, 4, Judgement.Level.fine), (95, 5, .degraded), (80, 20, .down), (0, 19, .fine), (0, 20, .down),
        ] {
            let counts = Counts(minute: Minute(now), calls: ["a": CallCounts(accepted: accepted, failed: failed)])
            #expect(Judgement(of: situation(counts: counts)).level == level, "\(accepted) and \(failed)")
        }
    }

    @Test("is that codes are late when 1 of 20 requests waited longer than 5 s, gravely longer than 30 s")
    func late() throws {
        for (word, level) in [("5", Judgement.Level.fine), ("10", .degraded), ("30", .degraded), ("60", .down)] {
            let waits = [try #require(TimeBucket(word: "0.01")): 90, try #require(TimeBucket(word: word)): 10]
            let judgement = Judgement(of: situation(counts: Counts(minute: Minute(now), waits: waits)))
            #expect(judgement.level == level, "\(word)")
        }
    }

    @Test("is that fewer people type their code when their share is below two thirds of last week's, of 50 starts")
    func approvedFalls() {
        for (approved, started, level) in [(41, 100, Judgement.Level.fine), (39, 100, .degraded), (0, 49, .fine)] {
            let counts = Counts(
                minute: Minute(now), now: [.started: started, .approved: approved],
                weekBefore: [.started: 200, .approved: 120])
            #expect(Judgement(of: situation(counts: counts)).level == level, "\(approved) of \(started)")
        }
    }

    @Test("is that verifications do not start when the broker confirms nothing")
    func notQueued() {
        let counts = Counts(minute: Minute(now), now: [.notQueued: 20])
        #expect(Judgement(of: situation(counts: counts)).findings.map(\.rule) == [.notQueued])
    }

    @Test("has a condition and an advice for every rule")
    func words() {
        for rule in Rule.allCases { #expect(rule.condition.hasSuffix(".") && rule.advice.hasSuffix("."), "\(rule)") }
    }

    private func entry(_ state: BreakerNotice.State) -> GatewayBoardState.Entry {
        GatewayBoardState.Entry(
            notice: BreakerNotice(
                gateway: "a", generation: 1, state: state, remaining: .seconds(9), reason: "half-failed"))
    }

    private func situation(
        ready: Int = 0, consumers: Int = 2, gateways: [String: GatewayBoardState.Entry] = [:],
        database: String? = nil, broker: String? = nil, pauses: [WorkQueue: QueuePause] = [:],
        counts: Counts? = nil
    ) -> Situation {
        let queue = QueueReport(
            name: "verification.requests", role: .requests,
            state: .present(messages: ready, consumers: consumers, mismatch: nil))
        return Situation(
            at: now, queues: Known(value: [queue], at: now, trouble: broker),
            gateways: Known(value: GatewayOverview(workers: 2, gateways: gateways), at: now, trouble: database),
            workers: Known(value: Workforce(now: now, workers: [], pauses: pauses), at: now),
            counts: Known(value: counts ?? Counts(minute: Minute(now)), at: now), changes: Known(),
            gatewayNames: ["a", "b"])
    }
}
