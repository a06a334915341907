import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The overview's verdict in a terminal")
struct OverviewVerdictTests {
    private let sample = JudgementTests()

    @Test("is a single line while all is well")
    func fine() {
        let verdict = verdict(sample.situation())
        #expect(verdict.level == .fine && verdict.isFirstLook)
        #expect(verdict.lines == ["OK All systems normal"])
    }

    @Test("begins with the gravest sentence, and says of each finding the rule, since when, and what helps")
    func findings() {
        let pause = QueuePause(who: "anna", reason: "fraud", since: sample.now - .seconds(252))
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let verdict = verdict(sample.situation(gateways: ["a": off], pauses: [.requests: pause]))
        #expect(verdict.level == .down)
        #expect(
            verdict.lines == [
                "DOWN No codes are sent: the requests queue is paused by anna: fraud.",
                "  Rule requests-paused, since \(pause.since.rfc3339), 4m 12s ago: paused at \(pause.since.rfc3339).",
                "  What to do: \(Rule.requestsPaused.advice)",
                "Last 2 min: 0 asked, 0 queued, 0 messages accepted.",
                "On purpose: Gateway a is switched off; its traffic goes through b. "
                    + "Rule gateway-away of a, since \(sample.now.rfc3339) or earlier, 0s ago: a: switched off.",
            ])
        #expect(verdict.causes.map(\.accused) == [[]] && verdict.intents.map(\.finding.accused) == [["a"]])
    }

    @Test("shows what follows from a cause below it")
    func followers() {
        let alarm = verdict(sample.situation(database: "no answer", alarm: "low on disk"))
        #expect(alarm.causes.map(\.rule) == [.databaseAway, .brokerBlocked])
        let refusal = Cached<BrokerReadiness>(value: .refuses(reason: "low on memory"), at: sample.now)
        let lines = verdict(changed(sample.situation(broker: "refused"), broker: refusal)).lines
        #expect(lines.first?.hasPrefix("DOWN No new verifications start: the broker does not answer") == true)
        let place = lines.firstIndex(of: "Follows from it:")
        let follower = place.map { lines[$0 + 1] } ?? ""
        #expect(follower.hasPrefix("  DOWN No new verifications start: the broker accepts no messages"), "\(lines)")
    }

    @Test("is UNKNOWN where a part cannot be looked at and nothing else is wrong, and says which part")
    func unknown() {
        let counts = changed(sample.situation(), counts: Cached(trouble: "permission denied"))
        #expect(verdict(counts).level == .unknown)
        #expect(
            verdict(counts).lines == [
                "UNKNOWN Nothing is known to be wrong, but not everything could be looked at.",
                "Not known: counts: permission denied",
            ])
        let probe = changed(sample.situation(), broker: Cached(trouble: "no connection"))
        #expect(verdict(probe).unknown.map(\.name) == ["whether the broker takes messages"])

        let worse = verdict(changed(sample.situation(consumers: 0), counts: Cached(trouble: "permission denied")))
        #expect(worse.level == .down && worse.lines.last == "Not known: counts: permission denied")
        let away = verdict(changed(sample.situation(database: "no answer"), counts: Cached(trouble: "no answer")))
        #expect(away.level == .down && away.unknown.isEmpty, "the finding says it")
        let blind = verdict(changed(sample.situation(), broker: Cached(value: .unknown("ACCESS_REFUSED"))))
        #expect(blind.level == .fine && blind.lines.last == "Not known: the broker's alarms: ACCESS_REFUSED")
    }

    @Test("tells of two looks what began, what accuses others or is graver, and what is over; never a mere number")
    func changes() {
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let time = sample.now.rfc3339
        let fine = verdict(sample.situation())
        let idle = verdict(sample.situation(ready: 1, consumers: 0))
        let gateway = verdict(sample.situation(gateways: ["a": off]))
        let none = verdict(sample.situation(gateways: ["a": off, "b": off]))
        let blind = verdict(changed(sample.situation(), counts: Cached(trouble: "gone")))
        #expect(fine.changes(since: fine).isEmpty && idle.changes(since: idle).isEmpty)
        #expect(idle.changes(since: verdict(sample.situation(ready: 9, consumers: 0))).isEmpty)
        #expect(
            idle.changes(since: fine) == [
                "\(time) DOWN: no-workers is DOWN: No codes are sent: no worker takes requests."
            ])
        #expect(fine.changes(since: idle) == ["\(time) OK: no-workers is over"])
        #expect(
            gateway.changes(since: idle) == [
                "\(time) OK: no-workers is over",
                "\(time) OK: gateway-away is on purpose: Gateway a is switched off; its traffic goes through b.",
            ])
        #expect(none.changes(since: gateway).last == "\(time) DOWN: gateway-away is over")
        #expect(blind.changes(since: fine) == ["\(time) UNKNOWN: counts not known: gone"])
        #expect(fine.changes(since: blind) == ["\(time) OK: All systems normal"])
    }

    private func verdict(_ situation: Situation) -> OverviewVerdict {
        var history = LookHistory()
        return OverviewVerdict(history.judge(situation))
    }

    /// The same situation with other knowledge of a part.
    private func changed(
        _ situation: Situation, broker: Cached<BrokerReadiness>? = nil, counts: Cached<Counts>? = nil
    ) -> Situation {
        Situation(
            at: situation.at, queues: situation.queues, broker: broker ?? situation.broker,
            gateways: situation.gateways, workers: situation.workers, counts: counts ?? situation.counts,
            changes: situation.changes, gatewayList: situation.gatewayList)
    }
}
