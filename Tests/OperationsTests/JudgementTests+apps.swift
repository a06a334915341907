import Operations
import Testing
import VerificationCore
import VerificationTesting

/// What the judgement says of single apps.
extension JudgementTests {
    private typealias Minutes = [TallyKind: Int]

    /// What apps counted ten minutes ago, and a week before that.
    private func counted(_ now: [String: Minutes], before: [String: Minutes] = [:], ago: Int = 10) async throws
        -> Counts
    {
        let world = InMemoryWorld()
        let minute = Minute(self.now) - ago
        for (apps, minute) in [(now, minute), (before, minute - 7 * 1_440)] {
            for (app, counts) in apps {
                for (kind, count) in counts {
                    let key = TallyKey(kind, in: minute, app: app, region: "DE")
                    try await world.add([Tally(key, count: count)])
                }
            }
        }
        try await world.add([Tally(TallyKey(.apiAlive, in: Minute(self.now)), count: 1)])
        return try await Counts.read(world, at: self.now)
    }

    private func findings(_ counts: Counts) -> [Judgement.RuleFinding] {
        Judgement(of: situation(counts: counts)).findings
    }

    private var shop: Minutes { [.started: 970, .sent: 970, .approved: 700] }

    @Test("names an app with 3 % of the traffic whose verifications are all lost, and what happens to them")
    func appFailsWholly() async throws {
        for lost in [[:], [.failed: 28]] as [Minutes] {
            var acme = lost
            (acme[.started], acme[.sent]) = (30, 30)
            let found = findings(
                try await counted(
                    ["shop": shop, "acme": acme],
                    before: ["shop": shop, "acme": [.started: 40, .sent: 40, .approved: 28]]))
            let cause = lost.isEmpty ? "" : ": 28 of 30 were not sent"
            #expect(found.map(\.rule) == [.approvedFalls])
            #expect(found.first?.sentence == "No verification of app acme is approved\(cause).")
            #expect(found.first?.subjects == ["app acme"] && found.first?.level == .degraded)
            #expect(
                found.first?.measure == "0 of 30 verifications of app acme approved in 15 min, 70 % a week ago")
        }
    }

    @Test("names an app that never had an approved verification while those of other apps are approved")
    func newAppFails() async throws {
        let acme: Minutes = [.started: 25, .sent: 25]
        #expect(findings(try await counted(["shop": shop, "acme": acme])).map(\.subjects) == [["app acme"]])
        #expect(findings(try await counted(["acme": acme])).isEmpty, "there is nothing to compare with")
        let usual = try await counted(["shop": shop, "acme": acme], before: ["shop": shop, "acme": acme])
        #expect(findings(usual).isEmpty, "it was so a week ago")
    }

    @Test("says nothing of an app with few starts, nor of one whose people just happen to type fewer codes")
    func fewOrFlickering() async throws {
        for acme in [[.started: 19], [.started: 60, .approved: 26], [.started: 60, .approved: 41]] as [Minutes] {
            let counts = try await counted(
                ["shop": shop, "acme": acme], before: ["shop": shop, "acme": [.started: 60, .approved: 40]])
            #expect(findings(counts).isEmpty, "\(acme)")
        }
        let young = try await counted(["shop": shop, "acme": [.started: 60]], ago: 1)
        #expect(findings(young).isEmpty, "people are still typing")
    }

    @Test("names at most four apps, and says how many more there are")
    func manyApps() async throws {
        var apps = ["shop": shop]
        for number in 1...9 { apps["t\(number)"] = [.started: 30 + number] }
        for number in 1...9 { apps["u\(number)"] = [.started: 30, .approved: 20] }
        let sentence = findings(try await counted(apps)).first?.sentence
        let rest = " Conversion has dropped too in t8, t7, t6 and 5 more apps."
        #expect(sentence == "No verification of app t9 is approved." + rest)
    }

    @Test("is that an app calls far less often than a week ago, though all together call as often")
    func appCallsLittle() async throws {
        let before: [String: Minutes] = ["shop": shop, "acme": [.started: 50]]
        for (calls, isNamed) in [(0, true), (5, true), (6, false)] {
            let found = findings(
                try await counted(["shop": shop, "acme": [.started: calls, .approved: calls]], before: before))
            #expect(found.map(\.rule) == (isNamed ? [.callsFall] : []), "\(calls) calls")
            #expect(found.allSatisfy { $0.subjects == ["app acme"] && $0.sentence.contains("app acme") })
        }
    }

    @Test("is that policy or limits hold an app's requests, from half of 50 on or nearly all of 20")
    func appIsHeld() async throws {
        for (turnedAway, started, isNamed) in [(25, 25, true), (24, 26, false), (19, 1, true), (18, 1, false)] {
            let acme: Minutes = [.started: started, .approved: started, .turnedAway: turnedAway]
            let found = findings(try await counted(["shop": shop, "acme": acme]))
            #expect(found.map(\.rule) == (isNamed ? [.limitsHold] : []), "\(turnedAway) and \(started)")
            #expect(found.allSatisfy { $0.sentence.hasPrefix("Policy rejects ") })
        }
        let limited = findings(try await counted(["shop": shop, "acme": [.started: 60, .limited: 60]]))
        #expect(limited.map(\.rule) == [.limitsHold], "the limit says why none is approved")
        #expect(limited.first?.sentence == "Rate limits reject 100 % of the requests of app acme.")
    }

    @Test("is that an app's messages do not arrive, when half of its receipts say so and did not a week ago")
    func appIsUndelivered() async throws {
        let acme: Minutes = [.started: 40, .approved: 20, .delivered: 15, .undelivered: 15]
        let found = findings(try await counted(["shop": shop, "acme": acme]))
        #expect(found.map(\.rule) == [.notDelivered] && found.first?.subjects == ["app acme"])
        #expect(findings(try await counted(["acme": acme], before: ["acme": acme])).isEmpty)
    }

    @Test("adds an app to a finding about a country only when most apps have no such trouble")
    func appBesideCountry() async throws {
        let (fine, none): (Minutes, Minutes) = ([.started: 100, .approved: 70], [.started: 100])
        let apps = ["a": fine, "b": fine, "c": fine]
        let one = findings(try await counted(["a": none, "b": none, "c": fine], before: apps))
        #expect(one.first?.subjects == ["DE"], "two of three apps fall, so it is no single app")
        let few = findings(try await counted(["a": none, "b": fine, "c": fine], before: apps))
        #expect(few.first?.subjects == ["DE", "app a"])
        #expect(few.first?.sentence.contains("No verification of app a is approved.") == true)
    }

    @Test("knows of each app since when it is accused")
    func sinceByApp() async throws {
        let (fine, none): (Minutes, Minutes) = ([.started: 100, .approved: 70], [.started: 100])
        let before = ["a": fine, "b": fine, "c": fine, "d": fine]
        var history = LookHistory()
        func since(_ counts: Counts, at time: Timestamp) -> Timestamp? {
            let look = situation(counts: counts)
            let later = Situation(
                at: time, queues: look.queues, broker: look.broker, gateways: look.gateways, workers: look.workers,
                counts: look.counts, changes: look.changes, gatewayList: look.gatewayList)
            return history.judge(later).since[.approvedFalls]?.at
        }
        let first = try await counted(["a": none, "b": fine, "c": fine, "d": fine], before: before)
        let second = try await counted(["a": fine, "b": none, "c": fine, "d": fine], before: before)
        #expect(since(first, at: now) == now)
        #expect(since(second, at: now + .seconds(3)) == now + .seconds(3))
    }
}
