import Operations
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

/// What the watch remembers, so that the verdict does not change while nothing has changed.
extension SituationWatchTests {
    @Test(
        "a gateway that was seen to throttle is accused while it is called ever more rarely, and no more when it works")
    func throttledRarely() async throws {
        try await calls(.callAccepted, 600)
        for _ in 0..<6 { _ = try await verdict(after: 5) }
        try await calls(.callThrottled, 10)
        #expect(try await verdict(after: 5)?.rule == .gatewayFails)
        // Ten minutes in which a single call every 30 seconds is throttled.
        for call in 0..<20 {
            try await calls(.callThrottled, 1)
            for look in 0..<6 {
                let finding = try await verdict(after: 5)
                #expect(finding?.rule == .gatewayFails && finding?.level == .down, "call \(call), look \(look)")
                #expect(finding?.sentence.contains("a throttles 100 % of its calls") == true, "call \(call)")
            }
        }
        try await calls(.callAccepted, 2)
        #expect(try await verdict(after: 5)?.rule == .gatewayFails)
        for _ in 0..<5 { _ = try await verdict(after: 5) }
        try await calls(.callAccepted, 3)
        #expect(try await verdict(after: 5) == nil)
        try await calls(.callThrottled, 2)
        #expect(try await verdict(after: 5) == nil, "it was mended")
    }

    @Test("says until when the calls were that accuse a gateway, and forgets a gateway that nobody calls any more")
    func accusedUntil() async throws {
        try await calls(.callAccepted, 600)
        for _ in 0..<6 { _ = try await verdict(after: 5) }
        try await calls(.callThrottled, 10)
        let first = try await verdict(after: 5)
        #expect(first?.measure == "10 of 10 calls failed in 20 s, 20 % is too much")
        // So long the span of a look has all ten calls.
        for _ in 0..<3 { _ = try await verdict(after: 5) }
        let until = clock.now.rfc3339.dropFirst(11).prefix(8)
        for _ in 0..<2 { _ = try await verdict(after: 5) }
        let later = try await verdict(after: 5)
        #expect(later?.measure == "10 of 10 calls failed in 20 s until \(until) UTC, 20 % is too much")
        for _ in 0..<80 { _ = try await verdict(after: 5) }
        #expect(try await verdict(after: 5) == nil, "for more than five minutes")
        try await calls(.callThrottled, 1)
        #expect(try await verdict(after: 5) == nil, "a call by chance is no accusation")
    }

    @Test("a country that was seen to be blocked is blocked until its requests start again")
    func blocked() async throws {
        try await requests(.started, 400, of: "ES")
        try await requests(.started, 4_000, of: "DE")
        for _ in 0..<14 { _ = try await verdict(after: 5) }
        try await requests(.started, 200, of: "DE")
        try await requests(.turnedAway, 25, of: "ES")
        #expect(try await verdict(after: 5)?.sentence.contains("to ES (Spain) are rejected by policy") == true)
        for _ in 0..<24 {
            try await requests(.turnedAway, 1, of: "ES")
            try await requests(.started, 20, of: "DE")
            #expect(try await verdict(after: 5)?.rule == .limitsHold)
        }
        for _ in 0..<4 { _ = try await verdict(after: 5) }
        try await requests(.started, 3, of: "ES")
        #expect(try await verdict(after: 5) == nil)
    }

    @Test("a full queue of requests is named as the cause why verifications do not start")
    func fullQueue() async throws {
        for _ in 0..<6 { _ = try await verdict(after: 5) }
        try await world.add([Tally(TallyKey(.notQueued, in: Minute(clock.now), reason: "full"), count: 20)])
        let finding = try await verdict(after: 5)
        #expect(finding?.sentence == "Verifications do not start: the queue of requests is full.")
    }

    @Test("a broker that confirms again is not accused of what was before an outage of the database")
    func afterOutage() async throws {
        for _ in 0..<6 { _ = try await verdict(after: 5) }
        try await world.add([Tally(TallyKey(.notQueued, in: Minute(clock.now)), count: 20)])
        #expect(try await verdict(after: 5)?.rule == .notQueued)
        for _ in 0..<4 { _ = try await verdict(after: 5) }
        #expect(try await verdict(after: 5) == nil, "it is over")
        world.away = [.tallies]
        _ = try await verdict(after: 5)
        world.away = []
        for _ in 0..<6 { #expect(try await verdict(after: 5) == nil) }
    }

    @Test("no worker is there since the last word of a frozen worker, also when the broker has missed it too")
    func frozenThenGone() async throws {
        try await workerSpeaks()
        queue.consumers.withLock { $0 = 1 }
        _ = await watch.look()
        let heard = clock.now
        for (seconds, isMissed) in [(4, false), (2, false), (3, true)] {
            clock.advance(by: .seconds(seconds))
            #expect(await watch.look().since[.noWorkers]?.at == (isMissed ? heard : nil))
        }
        clock.advance(by: .seconds(60))
        queue.consumers.withLock { $0 = 0 }
        #expect(await watch.look().since[.noWorkers]?.at == heard)
    }

    @Test("workers that could not say that they live while the database was away have three seconds to say it")
    func silentAfterOutage() async throws {
        let workers = FewWorkers()
        let queries = CachedQueries(
            broker: ScriptedBrokerProbe { [queue] in queue.reports() }, workers: workers, audit: world,
            tallies: world, marks: world, blocks: world, freshness: .zero, now: { [clock] in clock.now })
        let watch = SituationWatch(
            queries, gatewayList: GatewayList(members: [], routes: []), now: { [clock] in clock.now })
        queue.consumers.withLock { $0 = 2 }
        workers.say([(1, clock.now), (2, clock.now)], now: clock.now)
        #expect(await watch.look().since[.workerSilent] == nil)
        let last = clock.now
        workers.force.withLock { $0 = nil }
        clock.advance(by: .seconds(30))
        #expect(await watch.look().since[.workerSilent] == nil)
        workers.say([(1, clock.now), (2, last)], now: clock.now)
        #expect(await watch.look().since[.workerSilent] == nil)
        clock.advance(by: .seconds(3))
        workers.say([(1, clock.now), (2, last)], now: clock.now)
        #expect(await watch.look().since[.workerSilent]?.at == last)
    }

    @Test("sign-ins and searches, however many, hide no change")
    func changes() async throws {
        let change = AuditEntry(actor: "anna", action: .switchGateway, subject: "gateway a: off", result: .done)
        try world.note(change)
        for action in [OperatorAction.signIn, .unmask] {
            for _ in 0..<30 { try world.note(AuditEntry(actor: "ben", action: action, subject: "", result: .done)) }
        }
        try world.note(AuditEntry(actor: "vera", action: .pauseQueue, subject: "queue", result: .forbidden))
        #expect(await watch.look().situation.changes.current?.map(\.entry) == [change])
    }

    /// The first finding after so many seconds, of an installation whose API lives.
    private func verdict(after seconds: Int) async throws -> Judgement.RuleFinding? {
        try await apiSpeaks()
        clock.advance(by: .seconds(seconds))
        return await watch.look().judgement.findings.first
    }

    private func calls(_ kind: TallyKind, _ count: Int) async throws {
        try await world.add([Tally(TallyKey(kind, in: Minute(clock.now), gateway: "a"), count: count)])
    }

    private func requests(_ kind: TallyKind, _ count: Int, of region: String) async throws {
        try await world.add([Tally(TallyKey(kind, in: Minute(clock.now), region: region), count: count)])
    }

    private func workerSpeaks() async throws {
        _ = try await world.seat(of: 1).exchange(
            WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: [])))
    }

    /// Workers that say what a test has them say; nobody can read it while `force` is nil.
    private final class FewWorkers: PassingRegistry {
        let next = InMemoryWorld()
        let force = Mutex<Workforce?>(nil)

        /// `words`: each worker's number, and when it was heard last.
        func say(_ words: [(id: UInt64, at: Timestamp)], now: Timestamp) {
            let workers = words.map { id, at in
                WorkerReport(id: id, seenAt: at, isSilent: now - at >= GatewayStatuses.workerLease, status: .sample())
            }
            force.withLock { $0 = Workforce(now: now, workers: workers, pauses: [:]) }
        }

        func workforce() async throws(StoreError) -> Workforce {
            guard let force = force.withLock(\.self) else { throw .unavailable }
            return force
        }
    }
}
