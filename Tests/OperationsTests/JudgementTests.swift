import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The overview's judgement")
struct JudgementTests {
    let now = Timestamp(seconds: 1_800_000_000)

    @Test("finds nothing wrong with an installation that works")
    func fine() {
        let judgement = Judgement(of: situation())
        #expect(judgement.level == .fine && judgement.findings.isEmpty)
    }

    @Test("is that nothing is sent when no worker takes requests, and says how many wait")
    func noWorkers() {
        let judgement = Judgement(of: situation(ready: 12, consumers: 0))
        #expect(judgement.level == .down && judgement.findings.map(\.rule) == [.noWorkers])
        #expect(judgement.findings[0].measure == "0 consumers, 12 requests waiting")
    }

    @Test("says of a database or a broker that is away nothing but that, for the rest is not known")
    func away() {
        let away = Judgement(of: situation(database: "no answer", broker: "refused"))
        #expect(away.level == .down && away.findings.map(\.rule) == [.databaseAway, .brokerAway])
        #expect(away.findings.map(\.measure) == ["no answer", "refused"])
    }

    @Test("says first that the database is away: workers take no requests without it, so that is no cause of its own")
    func awayWithItsWorkers() {
        let away = Judgement(of: situation(ready: 9, consumers: 0, database: "no answer"))
        #expect(away.causes.map(\.rule) == [.databaseAway] && away.followers.map(\.rule) == [.noWorkers])
    }

    @Test("does not call everything normal while people wait for what an outage left behind")
    func catchingUp() {
        let waited = late(counts(), [.init(.started): 200])
        let judgement = Judgement(of: situation(counts: waited))
        #expect(judgement.level == .fine)
        #expect(judgement.calm == "No fault is known, and some people still wait for their codes")
        let served = late(counts(), [.init(.started): 200, .init(.limited): 190])
        #expect(Judgement(of: situation(counts: served)).calm == "All systems normal")
    }

    @Test("is that no worker is there when the broker still has a consumer, and no worker is heard")
    func frozenWorker() {
        let heard = now - .seconds(6)
        let silent = WorkerReport(id: 1, seenAt: heard, isSilent: true, status: nil)
        let alone = situation(workers: [silent])
        let finding = Judgement(of: alone).findings.first
        #expect(finding?.rule == .noWorkers && finding?.level == .down && finding?.since == heard)
        #expect(finding?.measure.hasSuffix("0 requests waiting, and how many are in flight is not known") == true)
        #expect(alone.areSilentHandsUnknown)
    }

    @Test("is that a worker is silent while the broker keeps its consumer, and no more when two minutes are over")
    func silentWorker() {
        let living = WorkerReport(id: 2, seenAt: now, isSilent: false, status: nil)
        for (ago, consumers, rules) in [
            (6, 2, [Rule.workerSilent]), (119, 2, [.workerSilent]), (120, 2, []), (6, 1, []),
        ] {
            let heard = now - .seconds(ago)
            let silent = WorkerReport(id: 1, seenAt: heard, isSilent: true, status: .sample(host: "h", inHand: 3))
            let seen = situation(consumers: consumers, workers: [silent, living])
            let findings = Judgement(of: seen).findings
            #expect(findings.map(\.rule) == rules, "\(consumers) consumers, \(ago) s ago")
            #expect(findings.allSatisfy { $0.level == .degraded && $0.since == heard })
            #expect(
                findings.first?.sentence.hasPrefix("A worker is unresponsive and may hold requests") ?? rules.isEmpty)
            #expect(seen.areSilentHandsUnknown != rules.isEmpty)
            #expect(seen.inSilentHands == (consumers == 2 ? 3 : 0), "the broker has given them to others")
        }
        let silent = WorkerReport(id: 1, seenAt: now - .seconds(6), isSilent: true, status: nil)
        let pause = QueuePause(who: "anna", reason: "fraud", since: now)
        let paused = situation(consumers: 1, workers: [silent, living], pauses: [.requests: pause])
        #expect(Judgement(of: paused).findings.map(\.rule).contains(.workerSilent), "a paused worker consumes nothing")
    }

    @Test("is that no API is there when no process has said so in the last minute")
    func noAPI() {
        let minute = Minute(now)
        for (ago, holds) in [(0, false), (1, false), (2, true), (nil, true)] {
            let judgement = Judgement(of: situation(counts: alive(ago.map { minute - $0 })))
            #expect((judgement.findings.map(\.rule) == [.noAPI]) == holds, "\(ago ?? -1) min ago")
            #expect(!holds || judgement.findings.first?.since == ago.map { (minute - $0 + 1).beginning })
        }
    }

    @Test("distinguishes a gateway whose messages go another way from a route that has no gateway left")
    func gateways() {
        let open = entry(BreakerNotice.State.open)
        let first = Judgement(of: situation(gateways: ["a": open]))
        #expect(first.level == .degraded && first.findings.map(\.rule) == [.gatewayAway])
        #expect(first.findings[0].measure == "a: circuit open, half of its calls failed")
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let all = Judgement(of: situation(gateways: ["a": open, "b": off, "other": open]))
        #expect(all.level == .down && all.findings.map(\.rule) == [.noGateways])
        #expect(all.findings[0].measure == "a: circuit open, half of its calls failed; b: switched off")
        #expect(Judgement(of: situation(gateways: ["a": entry(.closed)])).level == .fine)
        let stranded = Judgement(of: situation(gateways: ["b": off]))
        #expect(stranded.level == .down && stranded.findings.map(\.rule) == [.noGateways])
        #expect(stranded.findings[0].sentence.contains("for FR"), "only the route of FR has no other gateway")
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
        #expect(Judgement(of: situation(pauses: [.events: pause])).level == .fine, "people get their codes")
    }

    @Test("puts what follows from a cause below the cause")
    func followers() {
        let pause = QueuePause(who: "anna", reason: "fraud", since: now - .seconds(600))
        let counts = counts(waits: ["60": 100])
        let judgement = Judgement(of: situation(ready: 500, pauses: [.requests: pause], counts: counts))
        #expect(judgement.causes.map(\.rule) == [.requestsPaused] && judgement.followers.map(\.rule) == [.codesLate])
        #expect(judgement.causes[0].since == pause.since)
    }

    @Test("hides nothing grave below a cause that is less grave")
    func graveFollower() {
        let calls = ["a": CallCounts(accepted: 95, failed: 5)]
        let fresh = ["a": CallCounts(accepted: 0, failed: 3)]
        let judgement = Judgement(of: situation(putOff: 50, counts: counts(calls: calls, freshCalls: fresh)))
        #expect(judgement.causes.map(\.rule) == [.putOff, .gatewayFails] && judgement.followers.isEmpty)
        for (rule, level) in Rule.allCases.flatMap({ rule in Judgement.Level.allCases.map { (rule, $0) } }) {
            #expect(!rule.causes(of: level).contains(rule), "\(rule) explains itself")
        }
    }

    @Test("says that no code leaves before it says that a gateway fails some of its calls")
    func graveTogether() {
        let some = counts(calls: ["a": CallCounts(accepted: 50, failed: 50), "b": CallCounts(accepted: 0, failed: 3)])
        let total = late(some, [.init(.callThrottled, name: "b"): 3], fresh: ["a": CallCounts(accepted: 0, failed: 1)])
        let judgement = Judgement(of: situation(putOff: 50, counts: total))
        #expect(judgement.causes.map(\.rule) == [.putOff, .gatewayFails] && judgement.level == .down)
        #expect(judgement.findings[0].sentence.hasPrefix("No codes leave: b throttles,"))
    }

    @Test("is that a gateway fails at 5 of 100 calls, gravely at 20, and not below 20 calls")
    func failingGateway() {
        for (accepted, failed, level) in [
            (96, 4, Judgement.Level.fine), (95, 5, .degraded), (80, 20, .down), (0, 19, .fine), (0, 20, .down),
        ] {
            let calls = ["a": CallCounts(accepted: accepted, failed: failed)]
            let counts = counts(calls: calls, freshCalls: calls)
            #expect(Judgement(of: situation(counts: counts)).level == level, "\(accepted) and \(failed)")
        }
    }

    @Test("accuses no gateway whose calls failed minutes ago, or that gets no messages")
    func failedBefore() {
        let calls = ["a": CallCounts(accepted: 60, failed: 50)]
        #expect(Judgement(of: situation(counts: counts(calls: calls))).level == .fine, "no call for a whole minute")
        let failing = counts(calls: calls, freshCalls: ["a": CallCounts(accepted: 1, failed: 9)])
        #expect(Judgement(of: situation(counts: failing)).findings.map(\.rule) == [.gatewayFails])
        for entry in [GatewayStatuses.Entry(control: GatewaySwitch(isOff: true)), entry(.open)] {
            let away = situation(gateways: ["a": entry], counts: failing)
            #expect(Judgement(of: away).holding.map(\.rule) == [.gatewayAway] && away.failing("a") == nil)
        }
    }

    @Test("does not bring an old fault of a gateway back when the gateway that works again gets few calls")
    func mendedForGood() {
        let old = counts(
            calls: ["a": CallCounts(accepted: 60, failed: 50)], freshCalls: ["a": CallCounts(accepted: 9, failed: 9)])
        #expect(Judgement(of: situation(counts: late(old, [:]))).level == .down)
        let mended = late(old, [:], memory: CountMemory(mended: ["a"]))
        #expect(Judgement(of: situation(counts: mended)).level == .fine)
        let again = late(old, [.init(.callRefused, name: "a"): 10], memory: CountMemory(mended: ["a"]))
        #expect(Judgement(of: situation(counts: again)).level == .down, "it fails again")
    }

    @Test("shows the gateway that takes nothing while requests wait, also when it was not called for half a minute")
    func failingGatewayInPutOff() {
        let counts = counts(
            calls: ["a": CallCounts(accepted: 600, failed: 9), "b": CallCounts(accepted: 40, failed: 0)],
            freshCalls: ["a": CallCounts(accepted: 0, failed: 4)])
        let uncalled = situation(putOff: 40, counts: late(counts, [:]))
        #expect(uncalled.failing("a")?.level == .down && uncalled.failing("a")?.calls.all == 0)
        #expect(uncalled.failing("b") == nil, "its calls have not failed")
        let called = situation(putOff: 40, counts: late(counts, [.init(.callThrottled, name: "a"): 2]))
        #expect(called.failing("a")?.level == .down && called.failing("a")?.calls.failed == 2)
        let taken = situation(putOff: 40, counts: late(counts, [.init(.callAccepted, name: "a"): 2]))
        #expect(taken.failing("a") == nil)
    }

    @Test("forgets that a gateway failed as soon as its newest calls succeed")
    func gatewayMended() {
        let calls = ["a": CallCounts(accepted: 50, failed: 50)]
        for (accepted, failed, level) in [(3, 0, Judgement.Level.fine), (2, 1, .down), (3, 1, .down)] {
            let fresh = ["a": CallCounts(accepted: accepted, failed: failed)]
            let counts = counts(calls: calls, freshCalls: fresh)
            #expect(Judgement(of: situation(counts: counts)).level == level, "\(accepted) and \(failed)")
        }
    }

    @Test("is that requests wait for gateways, gravely when no gateway has taken a message of late")
    func putOff() {
        let (taken, failed) = (["a": CallCounts(accepted: 1, failed: 10)], ["a": CallCounts(accepted: 0, failed: 3)])
        for (waiting, calls, level) in [
            (2, [:], Judgement.Level.fine), (3, [:], .degraded), (3, failed, .down), (3, taken, .degraded),
        ] as [(Int, [String: CallCounts], Judgement.Level)] {
            let judgement = Judgement(of: situation(putOff: waiting, counts: counts(calls: calls, freshCalls: calls)))
            #expect(judgement.level == level && judgement.findings.allSatisfy { $0.rule == .putOff }, "\(waiting)")
        }
    }

    @Test("is no more that codes are late when what waits is young, though codes of the last minutes were late")
    func lateNoMore() {
        var series = TallySeries(TallyQuestion([.apiAlive, .started, .wait], in: hour), step: 1)
        series.add(1, of: .apiAlive, in: Minute(now))
        series.add(600, of: .started, in: Minute(now) - 1)
        series.add(600, of: .wait, in: Minute(now) - 1)
        let waits = TimeBucket(word: "60").map { [$0: 10] } ?? [:]
        let counts = Counts(minute: Minute(now), waits: waits, series: series)
        #expect(Judgement(of: situation(ready: 10, counts: counts)).level == .fine, "the oldest has waited for 1 s")
        #expect(Judgement(of: situation(ready: 300, counts: counts)).findings.map(\.rule).contains(.codesLate))
    }

    @Test("is that gateways are off, not that they refuse, when an operator switched a gateway off")
    func putOffByOperator() {
        let off = GatewayStatuses.Entry(control: GatewaySwitch(isOff: true))
        let judgement = Judgement(of: situation(putOff: 40, gateways: ["a": off], counts: late(counts(), [:])))
        let finding = judgement.findings.first { $0.rule == .putOff }
        #expect(finding?.sentence.contains("gateways are off or failing") == true)
    }

    @Test("is that requests wait for gateways also while workers have them in hand to try them again")
    func putOffInHand() {
        let counts = counts(freshCalls: ["a": CallCounts(accepted: 0, failed: 3)])
        #expect(Judgement(of: situation(counts: counts)).level == .fine)
        #expect(Judgement(of: situation(counts: counts, putOffLately: 30)).findings.map(\.rule) == [.putOff])
    }

    @Test(
        "is that the backlog grows by the queue alone: requests in the retry queues wait for a gateway, not for a worker"
    )
    func backlogGrows() {
        var series = TallySeries(TallyQuestion([.apiAlive, .started, .wait], in: hour), step: 1)
        series.add(1, of: .apiAlive, in: Minute(now))
        for minute in (1..<60).map({ Minute(now) - $0 }) {
            series.add(1, of: .started, in: minute)
            series.add(1, of: .wait, in: minute)
        }
        let calm = Counts(minute: Minute(now), series: series)
        #expect(Judgement(of: situation(ready: 1, putOff: 1, counts: calm)).level == .fine)
        let finding = Judgement(of: situation(ready: 2, counts: calm)).findings.first
        #expect(finding?.rule == .backlogGrows && finding?.measure == "2 waiting, oldest about 120 s")
    }

    @Test("is that codes are late when 1 of 20 requests waited longer than 5 s, gravely longer than 30 s")
    func late() {
        for (word, level) in [("5", Judgement.Level.fine), ("10", .degraded), ("30", .degraded), ("60", .down)] {
            let waits = counts(waits: ["0.01": 90, word: 10])
            #expect(Judgement(of: situation(ready: 1, counts: waits)).level == level, "\(word)")
            #expect(Judgement(of: situation(ready: 0, counts: waits)).level == .fine, "nothing waits any more")
            let young = WorkerReport(id: 1, seenAt: now, isSilent: false, status: .sample(oldestAt: now - .seconds(6)))
            #expect(
                Judgement(of: situation(workers: [young], counts: waits)).level == min(level, .degraded),
                "what waits now has not waited for so long")
        }
    }

    @Test("is that fewer people type their code when their share is below two thirds of last week's, of 50 starts")
    func approvedFalls() {
        for (approved, started, level) in [(41, 100, Judgement.Level.fine), (39, 100, .degraded), (0, 49, .fine)] {
            let counts = counts(
                now: [.started: started, .approved: approved], weekBefore: [.started: 200, .approved: 120])
            #expect(Judgement(of: situation(counts: counts)).level == level, "\(approved) of \(started)")
        }
    }

    @Test("names the country in which fewer people type their code, also where the sum of all hides it")
    func approvedFallsInACountry() {
        func regions(_ france: Int) -> [TallySum] {
            [("DE", 700), ("FR", france)].map { name, approved in
                TallySum(name: name, counts: [.started: 1_000, .approved: approved])
            }
        }
        let all: [TallyKind: Int] = [.started: 2_000, .approved: 1_000]
        let counts = counts(now: all, weekBefore: all, regions: regions(0), regionsWeekBefore: regions(700))
        let finding = Judgement(of: situation(counts: counts)).findings.first
        #expect(finding?.rule == .approvedFalls && finding?.sentence.contains("in FR (France)") == true)
        #expect(finding?.measure == "0 % approved in FR in 15 min, 70 % a week ago")
    }

    @Test("counts no call as a verification that joined a verification that lived")
    func joined() {
        let before: [TallyKind: Int] = [.started: 100, .sent: 100, .approved: 80]
        let now: [TallyKind: Int] = [.started: 400, .duplicate: 300, .sent: 100, .approved: 80]
        #expect(Judgement(of: situation(counts: counts(now: now, weekBefore: before))).level == .fine)
    }

    @Test("is that limits hold many requests from 20 of 100 on")
    func limitsHold() {
        for (held, started, rules) in [(19, 100, []), (20, 100, [Rule.limitsHold]), (49, 49, [])] {
            let judgement = Judgement(of: situation(counts: counts(now: [.started: started, .limited: held])))
            #expect(judgement.findings.map(\.rule) == rules, "\(held) of \(started)")
        }
    }

    @Test("is that limits hold many requests of the last half minute, and no more as soon as they hold few")
    func limitsHoldOfLate() {
        let calm = counts(now: [.started: 1_000])
        for (turnedAway, started, rules) in [(10, 10, [Rule.limitsHold]), (9, 11, []), (19, 0, [])] {
            let newest = late(calm, [.init(.turnedAway): turnedAway, .init(.started): started])
            let findings = Judgement(of: situation(counts: newest)).findings
            #expect(findings.map(\.rule) == rules, "\(turnedAway) of \(turnedAway + started)")
            #expect(findings.allSatisfy { $0.measure.hasPrefix("10 of 20 in 25 s") })
        }
        let held = counts(now: [.started: 100, .limited: 50])
        for (limited, started, rules) in [(2, 20, [Rule.limitsHold]), (1, 20, []), (0, 19, [.limitsHold])] {
            let newest = late(held, [.init(.limited): limited, .init(.started): started])
            #expect(Judgement(of: situation(counts: newest)).findings.map(\.rule) == rules, "\(limited) of \(started)")
        }
    }

    @Test("is that rules turn away many requests, and says so where operators' rules do more of it than limits")
    func turnedAway() {
        for (limited, turnedAway, words) in [
            (0, 19, nil), (0, 20, "20 % of the requests are rejected by policy:"),
            (15, 10, "Rate limits and policy reject 28 %"),
        ] {
            let now: [TallyKind: Int] = [.started: 80, .limited: limited, .turnedAway: turnedAway]
            let findings = Judgement(of: situation(counts: counts(now: now))).findings
            #expect(findings.map(\.rule) == (words == nil ? [] : [.limitsHold]), "\(limited) and \(turnedAway)")
            #expect(words.map { findings[0].sentence.hasPrefix($0) } ?? true, "\(findings)")
        }
        let all = Judgement(of: situation(counts: counts(now: [.turnedAway: 630])))
        #expect(all.findings.first?.sentence.contains("100 %") == true, "not a single request starts")
    }

    @Test("is that hardly anybody calls when a tenth of last week's calls come, and not when last week was as calm")
    func callsFall() {
        for (now, before, rules) in [(5, 50, [Rule.callsFall]), (6, 50, []), (0, 49, []), (0, 50, [.callsFall])] {
            let counts = counts(now: [.started: now], weekBefore: [.started: before])
            #expect(Judgement(of: situation(counts: counts)).findings.map(\.rule) == rules, "\(now) of \(before)")
        }
    }

    @Test("is that messages do not arrive when half of the receipts say so, in all or in a country")
    func notDelivered() {
        func sum(_ region: String, _ delivered: Int, _ lost: Int) -> TallySum {
            TallySum(name: region, counts: [.delivered: delivered, .undelivered: lost])
        }
        for (sums, place) in [
            ([sum("DE", 10, 10)], " arrive:"), ([sum("DE", 11, 9)], nil), ([sum("DE", 0, 19)], nil),
            ([sum("DE", 900, 0), sum("FR", 5, 15)], " arrive in FR (France):"),
        ] as [([TallySum], String?)] {
            let findings = Judgement(of: situation(counts: counts(receipts: sums))).findings
            #expect(findings.map(\.rule) == (place == nil ? [] : [.notDelivered]))
            #expect(place.map { findings[0].sentence.contains($0) } ?? true, "\(findings)")
        }
    }

    @Test("says of a gateway that throttles what it does, and calls the share too much that makes it as grave as it is")
    func throttled() {
        let calls = ["a": CallCounts(accepted: 70, failed: 30, throttled: 29)]
        let finding = Judgement(of: situation(counts: counts(calls: calls, freshCalls: calls))).findings.first
        #expect(finding?.sentence == "Some messages do not leave: gateway a throttles 30 % of its calls.")
        #expect(finding?.measure == "30 of 100 calls failed in 5 min, 20 % is too much")
    }

    @Test("is that nothing leaves when requests wait and no gateway has taken a message, also when it is hardly called")
    func putOffOfLate() {
        let throttling = ["a": CallCounts(accepted: 600, failed: 9, throttled: 9)]
        let counts = counts(calls: throttling)
        let throttled = late(counts, [.init(.callThrottled, name: "a"): 1])
        for (putOff, ready, isDown) in [(40, 0, true), (0, 40, true), (2, 0, false), (0, 0, false)] {
            let judgement = Judgement(of: situation(ready: ready, putOff: putOff, counts: throttled))
            #expect((judgement.findings.map(\.rule) == [.putOff]) == isDown && (judgement.level == .down) == isDown)
            #expect(!isDown || judgement.findings[0].sentence.hasPrefix("No codes leave: a throttles,"))
        }
        let silent = late(counts, [:])
        #expect(Judgement(of: situation(putOff: 40, counts: silent)).level == .down, "it is not even called")
        #expect(Judgement(of: situation(ready: 40, counts: silent)).level == .fine, "workers may be slow")
    }

    @Test("believes the calls of the last half minute more than those of five minutes")
    func ofLate() {
        for (accepted, failed, rules) in [
            (0, 10, [Rule.gatewayFails]), (9, 1, []), (0, 9, []), (3, 0, []),
        ] as [(Int, Int, [Rule])] {
            var counts = counts(calls: ["a": CallCounts(accepted: 600, failed: 10)])
            counts = late(counts, [.init(.callAccepted, name: "a"): accepted, .init(.callRefused, name: "a"): failed])
            let findings = Judgement(of: situation(counts: counts)).findings
            #expect(findings.map(\.rule) == rules, "\(accepted) and \(failed)")
            #expect(findings.first.map { $0.measure.contains("10 of 10 calls failed in 25 s") } ?? true)
        }
        let mended = counts(calls: ["a": CallCounts(accepted: 50, failed: 50)])
        #expect(Judgement(of: situation(counts: late(mended, [.init(.callAccepted, name: "a"): 3]))).level == .fine)
        let events = counts(events: [TallySum(name: "shop", counts: [.eventFailed: 12])])
        #expect(Judgement(of: situation(counts: late(events, [:]))).findings.map(\.rule) == [.eventsFail])
        #expect(Judgement(of: situation(counts: late(events, [.init(.eventTold, name: "shop"): 1]))).level == .fine)
    }

    @Test("is that an app is not told when half of the calls of its endpoint fail, and names the app")
    func eventsFail() {
        for (told, failed, putOff, rules) in [(0, 2, 90, []), (4, 3, 90, []), (3, 3, 0, [Rule.eventsFail])] {
            let events = [
                TallySum(name: "shop", counts: [.eventTold: told, .eventFailed: failed, .eventPutOff: putOff]),
                TallySum(name: "bank", counts: [.eventTold: 50]),
            ]
            let findings = Judgement(of: situation(counts: counts(events: events))).findings
            #expect(findings.map(\.rule) == rules && findings.allSatisfy { $0.sentence.contains("shop") })
        }
    }

    @Test(
        "is that an app is told nothing as long as events wait for another try, also when nothing is counted any more")
    func eventsWait() {
        let untold = late(counts(), [:], memory: CountMemory(untold: ["shop": now - .seconds(1_800)]))
        let finding = Judgement(of: situation(eventsWaiting: 7, counts: untold)).findings.first
        #expect(finding?.rule == .eventsFail && finding?.sentence.hasPrefix("Webhooks to app shop are failing") == true)
        #expect(finding?.measure == "none delivered, 7 retrying")
        #expect(Judgement(of: situation(eventsWaiting: 0, counts: untold)).level == .fine)
    }

    @Test("is that an app is not told as soon as its endpoint takes nothing, though it took thousands a minute ago")
    func eventsFailOfLate() {
        func finding(_ told: Int, _ failed: Int, _ putOff: Int, before: [TallyKind: Int]) -> Judgement.RuleFinding? {
            let all = counts(events: [TallySum(name: "shop", counts: before)])
            let newest = late(
                all,
                [
                    .init(.eventTold, name: "shop"): told, .init(.eventFailed, name: "shop"): failed,
                    .init(.eventPutOff, name: "shop"): putOff,
                ])
            return Judgement(of: situation(counts: newest)).findings.first
        }
        let busy: [TallyKind: Int] = [.eventTold: 2_000, .eventFailed: 2]
        #expect(finding(0, 2, 0, before: busy) == nil)
        let failing = finding(0, 2, 90, before: busy)
        #expect(failing?.rule == .eventsFail && failing?.sentence.hasSuffix("its endpoint fails.") == true)
        #expect(failing?.measure == "none delivered in 25 s; 2 calls failed, 90 deferred")
        #expect(finding(1, 2, 90, before: busy) == nil, "it takes some")
        let uncalled = finding(0, 0, 90, before: [.eventTold: 2_000, .eventPutOff: 90])
        #expect(
            uncalled?.sentence.hasSuffix("its events are waiting for a retry.") == true, "a key is missing, for example"
        )
    }

    @Test("is that messages were dead-lettered of late, and not that some lie there for long")
    func deadLetters() {
        #expect(Judgement(of: situation(dead: 40)).level == .fine)
        let finding = Judgement(of: situation(dead: 40, deadLately: 2)).findings.first
        #expect(finding?.rule == .deadLetters && finding?.measure == "2 more within 15 min, 40 in all")
        #expect(finding?.sentence == "2 messages were dead-lettered and need review.")
        let single = Judgement(of: situation(dead: 40, deadLately: 1)).findings.first
        #expect(single?.sentence == "1 message was dead-lettered and needs review.")
        let calls = ["a": CallCounts(accepted: 70, failed: 30)]
        let counts = counts(calls: calls, freshCalls: calls)
        let beside = Judgement(of: situation(dead: 40, counts: counts, deadLately: 2))
        #expect(beside.causes.map(\.rule) == [.gatewayFails, .deadLetters], "why they died is not known")
    }

    @Test("is that verifications do not start when the broker confirms nothing, and only of late")
    func notQueued() {
        for (ago, rules) in [(0, [Rule.notQueued]), (1, [.notQueued]), (2, [])] {
            var series = TallySeries(TallyQuestion([.notQueued, .started, .apiAlive], in: hour), step: 1)
            series.add(20, of: .notQueued, in: Minute(now) - ago)
            series.add(1, of: .apiAlive, in: Minute(now))
            let judgement = Judgement(of: situation(counts: Counts(minute: Minute(now), series: series)))
            #expect(judgement.findings.map(\.rule) == rules, "\(ago) min ago")
        }
        for (started, level, words) in [(0, Judgement.Level.down, "Verifications"), (9, .degraded, "Some")] {
            let finding = Judgement(
                of: situation(counts: late(counts(), [.init(.notQueued): 3, .init(.started): started]))
            ).findings.first
            #expect(finding?.level == level && finding?.sentence.hasPrefix(words) == true)
        }
    }

    @Test("has a condition and an advice for every rule")
    func words() {
        for rule in Rule.allCases {
            #expect(rule.condition.hasSuffix(".") && rule.advice.hasSuffix("."), "\(rule)")
            #expect(!(rule.condition + rule.advice).contains("`"), "pages show it as it is")
        }
    }
}
