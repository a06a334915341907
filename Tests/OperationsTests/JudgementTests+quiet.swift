import Operations
import Testing
import VerificationCore
import VerificationTesting

/// What the judgement says of what operators mean to be so, and of what they have acknowledged.
extension JudgementTests {
    private var off: GatewayStatuses.Entry { GatewayStatuses.Entry(control: GatewaySwitch(isOff: true)) }

    @Test("counts no gateway that an operator switched off while others carry its traffic, and says who did it")
    func offOnPurpose() {
        let line = StoredAudit(
            number: 1, at: now - .seconds(600),
            entry: AuditEntry(
                actor: "anna", action: .switchGateway, subject: "gateway a: off", reason: "moved", result: .done))
        let judgement = Judgement(of: situation(gateways: ["a": off], changes: [line]))
        #expect(judgement.level == .fine && judgement.findings.isEmpty && judgement.calm == "All systems normal")
        #expect(
            judgement.intents.map(\.words) == [
                "Gateway a is switched off; its traffic goes through b. a by anna since \(line.at.rfc3339): moved."
            ])
        #expect(Judgement(of: situation(gateways: ["a": off])).intents.map(\.actions) == [[]], "too old to be known")
        let none = Judgement(of: situation(gateways: ["a": off, "b": off]))
        #expect(none.level == .down && none.intents.isEmpty, "nothing carries the codes")
        let routes = [GatewayRoute(target: RouteTargets(first: [.init("a"), .init("b"), .init("c")]))]
        let open = situation(gateways: ["a": off, "b": entry(.open)], routes: routes)
        let both = Judgement(of: open)
        #expect(both.findings.map(\.rule) == [.gatewayAway] && both.intents.isEmpty, "a circuit is open too")
    }

    @Test("counts no pause of events or receipts, and names who paused them; a pause of requests is an outage")
    func pausedOnPurpose() {
        let pause = QueuePause(who: "anna", reason: "exercise", since: now - .seconds(60))
        let judgement = Judgement(of: situation(pauses: [.events: pause, .receipts: pause]))
        #expect(judgement.level == .fine && judgement.intents.map(\.finding.rule) == [.eventsPaused])
        #expect(judgement.intents.first?.actions.map(\.subject) == ["events", "receipts"])
        #expect(judgement.intents.first?.sentence.hasPrefix("Webhooks are paused. Delivery receipts are") == true)
        #expect(Judgement(of: situation(pauses: [.requests: pause])).level == .down)
    }

    @Test("counts no country whose numbers operators block, as long as nothing else holds many requests")
    func blockedOnPurpose() throws {
        let target = try #require(BlockTarget(.prefix, text: "+34"))
        let block = BlockRule(
            id: 1, target: target, action: .block, who: "anna", reason: "pumping", since: now - .seconds(60), until: nil
        )
        func judgement(_ shares: [String: Double], limited: Int = 0) -> Judgement {
            let counts = Counts(
                minute: Minute(now), now: [.started: 900, .turnedAway: 60, .limited: limited],
                regions: [TallySum(name: "ES", counts: [.turnedAway: 60])], blockShares: shares,
                series: self.counts().series)
            return Judgement(of: situation(counts: counts, blocks: [block]))
        }
        let blocked = judgement(["ES": 1, "": 1])
        #expect(blocked.level == .fine && blocked.intents.map(\.finding.rule) == [.limitsHold])
        #expect(blocked.intents.first?.actions.first?.subject == "+34*")
        #expect(judgement(["ES": 0.8, "": 0.8]).findings.map(\.rule) == [.limitsHold], "apps do not send there")
        #expect(judgement([:]).findings.map(\.rule) == [.limitsHold])
        let limited = judgement(["ES": 1, "": 1], limited: 300)
        #expect(limited.findings.map(\.rule) == [.limitsHold], "limits hold many people too")
    }

    @Test("counts no app whose only country operators block, and names another app that limits hold")
    func blockedApp() throws {
        func judgement(bank: [TallyKind: Int], blocked share: Double = 1) -> Judgement {
            let shop = TallySum(name: "shop", counts: [.started: 870])
            let apps = [shop, TallySum(name: "acme", counts: [.turnedAway: 30]), TallySum(name: "bank", counts: bank)]
            let counts = Counts(
                minute: Minute(now), now: [.started: 900, .turnedAway: 30],
                regions: [TallySum(name: "ES", counts: [.turnedAway: 30])], apps: apps,
                blockShares: ["ES": 1, "": 1], appBlockShares: ["acme": share], series: self.counts().series)
            return Judgement(of: situation(counts: counts))
        }
        let blocked = judgement(bank: [.started: 60])
        #expect(blocked.level == .fine && blocked.intents.map(\.finding.rule) == [.limitsHold])
        #expect(blocked.intents.first?.finding.subjects == ["ES", "app acme"])
        let both = judgement(bank: [.started: 60, .limited: 60])
        #expect(both.findings.map(\.rule) == [.limitsHold] && both.intents.isEmpty)
        #expect(both.findings.first?.subjects == ["ES", "app bank"])
        let own = judgement(bank: [.started: 60], blocked: 0.5)
        #expect(own.findings.first?.subjects == ["ES", "app acme"], "half of it no operator blocked")
    }

    @Test("knows from the counts which part of what is rejected operators reject, by country and by app")
    func blockShares() async throws {
        let world = InMemoryWorld()
        let minute = Minute(now) - 1
        try await world.add([
            Tally(TallyKey(.turnedAway, in: minute, region: "ES", reason: "blocked"), count: 30),
            Tally(TallyKey(.turnedAway, in: minute, region: "DE", reason: "region-not-allowed"), count: 10),
        ])
        for (reason, count) in [("blocked", 3), ("region-not-allowed", 1)] {
            let key = TallyKey(.turnedAway, in: Minute(now) - 10, app: "acme", region: "ES", reason: reason)
            try await world.add([Tally(key, count: count)])
        }
        let counts = try await Counts.read(world, at: now)
        #expect(counts.appBlockShares == ["acme": 0.75])
        #expect(counts.blockShares["DE"] == 0 && counts.blockShares[""] == 0.75)
    }

    @Test("does not count what is acknowledged, with what follows from it, until that ends or it becomes news")
    func acknowledged() {
        let counts = counts(waits: ["60": 100])
        func judgement(
            _ acknowledgement: Acknowledgement, gateways: [String: GatewayStatuses.Entry]
        ) -> Judgement {
            Judgement(of: situation(ready: 500, gateways: gateways, counts: counts, acknowledged: [acknowledgement]))
        }
        let both = ["a": off, "b": off]
        let words = Judgement(of: situation(gateways: both)).findings[0].subjects
        let made = acknowledgement(level: 2, of: words)
        let known = judgement(made, gateways: both)
        #expect(known.level == .fine && known.acknowledged.map(\.finding.rule) == [.noGateways])
        #expect(known.followersOfAcknowledged.map(\.rule).contains(.codesLate) && known.findings.isEmpty)
        #expect(known.calm == "Nothing but what is acknowledged")
        #expect(judgement(acknowledgement(level: 2, of: words, ends: 0), gateways: both).level == .down, "it is over")
        #expect(judgement(acknowledgement(level: 1, of: words), gateways: both).level == .down, "it is graver")
        #expect(judgement(acknowledgement(level: 2, of: ["FR"]), gateways: both).level == .down, "it is about more")
    }

    @Test("does not count what follows from a follower of what is acknowledged")
    func chain() {
        let fallen = counts(
            now: [.started: 100, .approved: 10], weekBefore: [.started: 100, .approved: 90], waits: ["30": 100])
        func judgement(_ made: [Acknowledgement]) -> Judgement {
            Judgement(of: situation(ready: 500, gateways: ["a": entry(.open)], counts: fallen, acknowledged: made))
        }
        let loud = judgement([])
        #expect(loud.causes.map(\.rule) == [.gatewayAway])
        #expect(Set(loud.followers.map(\.rule)).isSuperset(of: [.codesLate, .approvedFalls]))
        let made = acknowledgement(by: "gateway-away", level: 1, of: loud.causes[0].subjects)
        let quiet = judgement([made])
        #expect(quiet.findings.filter { $0.level == .degraded }.isEmpty)
    }

    @Test("counts a pause that began after the acknowledgement of an earlier one")
    func anotherPause() {
        for (began, level) in [(-60, Judgement.Level.fine), (60, .down)] {
            let pause = QueuePause(who: "ben", reason: "x", since: now + .seconds(began))
            let made = acknowledgement(by: "requests-paused", level: 2, of: [""])
            let judgement = Judgement(of: situation(pauses: [.requests: pause], acknowledged: [made]))
            #expect(judgement.level == level, "\(began) s")
        }
    }

    private func acknowledgement(
        by rule: String = "no-gateways", level: Int, of subjects: Set<String>, ends seconds: Int = 60
    ) -> Acknowledgement {
        Acknowledgement(
            rule: rule, level: level, subjects: subjects, who: "anna", reason: "known", at: now,
            until: now + .seconds(seconds))
    }
}
