import Operations
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("The watch over an installation")
struct SituationWatchTests {
    let world = InMemoryWorld()
    let queue = FewQueues()
    let broker: ScriptedBrokerProbe
    private let queries: CachedQueries
    let watch: SituationWatch
    var clock: ManualClock { world.clock }

    init() {
        let (clock, queue) = (world.clock, queue)
        broker = ScriptedBrokerProbe { queue.reports() }
        queries = CachedQueries(
            broker: broker, workers: world, audit: world, tallies: world, marks: world,
            blocks: world, freshness: .zero, now: { clock.now })
        let list = GatewayList(
            members: [.init(name: "a", kind: "sandbox", inFlight: 1, perSecond: nil)],
            routes: [GatewayRoute(target: RouteTargets(first: [.init("a")]))])
        watch = SituationWatch(queries, gatewayList: list, now: { clock.now })
    }

    @Test("says since when a rule holds, or at least since it looks")
    func since() async throws {
        #expect(
            await watch.look().since[.noAPI] == Since(at: clock.now, isAtLeast: true), "there has never been an API")
        clock.advance(by: .seconds(60))
        try await world.turn("a", isOff: true)
        let began = clock.now
        #expect(await watch.look().since[.noGateways] == Since(at: began, isAtLeast: false))
        clock.advance(by: .seconds(600))
        #expect(await watch.look().since[.noGateways] == Since(at: began, isAtLeast: false))
    }

    @Test("hears of the broker's alarm, and says no more of it when the broker cannot be asked")
    func alarm() async throws {
        try await apiSpeaks()
        broker.say(.refuses(reason: "low on disk"))
        #expect(await watch.look().judgement.findings.first?.rule == .brokerBlocked)
        broker.fail(BrokerError(.unavailable, context: "no connection"))
        #expect(await watch.look().since[.brokerBlocked] == nil)
        broker.say(.unknown("ACCESS_REFUSED"))
        #expect(await watch.look().since[.brokerBlocked] == nil)
    }

    @Test("misses an API process half a minute after its last word, and says since when; a new word ends it")
    func silentAPI() async throws {
        for _ in 0..<8 {
            try await apiSpeaks()
            #expect(await watch.look().since[.noAPI] == nil)
            clock.advance(by: .seconds(5))
        }
        let heard = clock.now - .seconds(5)
        for second in stride(from: 5, through: 40, by: 5) {
            let since = await watch.look().since[.noAPI]
            #expect(since == (second > 20 ? Since(at: heard, isAtLeast: false) : nil), "after \(second) s")
            clock.advance(by: .seconds(5))
        }
        try await apiSpeaks()
        #expect(await watch.look().since[.noAPI] == nil)
    }

    @Test("does not miss an API process when the database is back, before the process can have said a word")
    func apiAfterOutage() async throws {
        try await apiSpeaks()
        #expect(await watch.look().since[.noAPI] == nil)
        clock.advance(by: .seconds(5))
        world.away = [.tallies]
        for _ in 0..<60 {
            _ = await watch.look()
            clock.advance(by: .seconds(5))
        }
        world.away = []
        #expect(await watch.look().since[.noAPI] == nil)
        clock.advance(by: .seconds(25))
        #expect(await watch.look().since[.noAPI] != nil)
    }

    @Test("tells what came between two looks, also over the end of a minute, and nothing where it has not looked")
    func lately() async throws {
        #expect(await watch.look().situation.counts.current?.lately == nil)
        for calls in 1...20 {
            clock.advance(by: .seconds(5))
            try await world.add([Tally(TallyKey(.callThrottled, in: Minute(clock.now), gateway: "a"), count: calls)])
            let lately = await watch.look().situation.counts.current?.lately
            // Four looks of five seconds: for example 5 + 4 + 3 + 2 calls.
            #expect(lately?.calls(of: "a").throttled == (calls < 4 ? nil : 4 * calls - 6), "\(calls)")
        }
        clock.advance(by: .seconds(120))
        #expect(await watch.look().situation.counts.current?.lately == nil)
    }

    @Test("gives workers three seconds to come back, and misses them at once where it has never seen any")
    func workersComeBack() async throws {
        queue.consumers.withLock { $0 = 0 }
        #expect(await watch.look().since[.noWorkers] != nil)
        queue.consumers.withLock { $0 = 1 }
        _ = try await world.seat(of: 1).exchange(
            WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: [])))
        #expect(await watch.look().since[.noWorkers] == nil)
        queue.consumers.withLock { $0 = 0 }
        let gone = clock.now
        #expect(await watch.look().since[.noWorkers] == nil)
        clock.advance(by: .seconds(2))
        #expect(await watch.look().since[.noWorkers] == nil)
        clock.advance(by: .seconds(1))
        #expect(await watch.look().since[.noWorkers] == Since(at: gone, isAtLeast: false))
    }

    @Test("takes the time of a pause from the pause itself")
    func pause() async throws {
        let pause = try await world.pause(.requests, by: "anna", because: "fraud").pause
        clock.advance(by: .seconds(60))
        #expect(await watch.look().since[.requestsPaused] == Since(at: pause.since, isAtLeast: false))
    }

    @Test("remembers a rule's beginning over a short pause, and forgets it after a minute")
    func flicker() async throws {
        _ = await watch.look()
        try await world.turn("a", isOff: true)
        let began = clock.now
        _ = await watch.look()
        for (pause, expected) in [(30, began), (61, began + .seconds(91))] {
            try await world.turn("a", isOff: false)
            #expect(await watch.look().since[.noGateways] == nil)
            clock.advance(by: .seconds(pause))
            try await world.turn("a", isOff: true)
            #expect(await watch.look().since[.noGateways]?.at == expected, "after \(pause) s")
        }
    }

    @Test("says of each gateway since when it is away, and takes the time of an operator's action from the audit")
    func sinceByGateway() async throws {
        let list = GatewayList(
            members: ["a", "b", "c"].map { .init(name: $0, kind: "sandbox", inFlight: 1, perSecond: nil) },
            routes: [GatewayRoute(target: RouteTargets(first: [.init("a"), .init("b"), .init("c")]))])
        let watch = SituationWatch(queries, gatewayList: list, now: { [clock] in clock.now })
        _ = await watch.look()
        try await world.turn("a", isOff: true)
        #expect(await watch.look().since[.gatewayAway]?.at == clock.now)
        try await world.turn("a", isOff: false)
        clock.advance(by: .seconds(30))
        try await world.turn("b", isOff: true)
        let began = clock.now
        #expect(await watch.look().since[.gatewayAway]?.at == began, "a has come back, and b is another gateway")
        clock.advance(by: .seconds(5))
        let action = clock.now
        try world.note(
            AuditEntry(actor: "anna", action: .switchGateway, subject: "gateway b: off", result: .done))
        clock.advance(by: .seconds(5))
        #expect(await watch.look().since[.gatewayAway] == Since(at: action, isAtLeast: false))
    }

    @Test("remembers that a gateway works again and that an app is not told, until newer calls say otherwise")
    func memory() async throws {
        func look(after seconds: Int, _ kind: TallyKind, _ count: Int) async throws -> CountMemory? {
            let key = TallyKey(kind, in: Minute(clock.now), app: "shop", gateway: "a")
            try await world.add([Tally(key, count: count)])
            clock.advance(by: .seconds(seconds))
            return await watch.look().situation.counts.current?.memory
        }
        _ = await watch.look()
        #expect(try await look(after: 25, .callAccepted, 10)?.mended == ["a"])
        #expect(try await look(after: 50, .callAccepted, 0)?.mended == ["a"])
        #expect(try await look(after: 25, .callRefused, 10)?.mended == [])
        _ = try await look(after: 25, .eventFailed, 5)
        #expect(try await look(after: 25, .eventFailed, 5)?.untold.keys.sorted() == ["shop"])
        for _ in 0..<60 { _ = try await look(after: 20, .apiAlive, 1) }
        #expect(try await look(after: 20, .apiAlive, 1)?.untold.keys.sorted() == ["shop"], "20 minutes later")
        #expect(try await look(after: 20, .eventTold, 1)?.untold == [:])
        _ = try await look(after: 20, .eventFailed, 5)
        #expect(try await look(after: 20, .eventFailed, 5)?.untold.keys.sorted() == ["shop"])
        #expect(try await look(after: 600, .apiAlive, 1)?.untold == [:], "nobody looked meanwhile")
    }

    @Test("tells for 15 minutes that messages were dead-lettered, also when the number before had stood for long")
    func dead() async {
        #expect(await watch.look().situation.deadLately == 0)
        clock.advance(by: .seconds(14 * 60))
        queue.count.withLock { $0 = 40 }
        #expect(await watch.look().situation.deadLately == 40)
        clock.advance(by: .seconds(15 * 60))
        #expect(await watch.look().situation.deadLately == 40)
        clock.advance(by: .seconds(1))
        #expect(await watch.look().situation.deadLately == 0)
    }

    @Test("takes no news from a look into the dead-letter queue, which has its messages in hand")
    func dip() async {
        queue.count.withLock { $0 = 40 }
        _ = await watch.look()
        clock.advance(by: .seconds(60))
        queue.count.withLock { $0 = 0 }
        _ = await watch.look()
        clock.advance(by: .seconds(5))
        queue.count.withLock { $0 = 40 }
        #expect(await watch.look().situation.deadLately == 0)
    }

    @Test("knows for some seconds how many requests were put off, because workers have them in hand to try them again")
    func retrySchedule() async {
        let queries = [(0, 90, 90), (1, 0, 90), (7, 40, 90), (1, 0, 40), (9, 0, 0), (0, 5, 5), (0, 0, 5)]
        for (passed, count, lately) in queries {
            clock.advance(by: .seconds(passed))
            queue.putOff.withLock { $0 = count }
            #expect(await watch.look().situation.putOffLately == lately, "\(count)")
        }
    }

    func apiSpeaks() async throws {
        try await world.add([Tally(TallyKey(.apiAlive, in: Minute(clock.now)), count: 1)])
    }

    /// A broker that tells how many messages are dead, and how many requests are in the retry queues.
    final class FewQueues: Sendable {
        let count = Mutex(0)
        let putOff = Mutex(0)
        /// Nil for a broker that has no queue of requests.
        let consumers = Mutex<Int?>(nil)

        func reports() -> [QueueReport] {
            let dead = QueueReport(
                name: "dead", role: .dead,
                state: .present(messages: count.withLock(\.self), consumers: 0, mismatch: nil))
            let requests = consumers.withLock(\.self).map { consumers in
                QueueReport(
                    name: "requests", role: .requests, state: .present(messages: 0, consumers: consumers, mismatch: nil)
                )
            }
            let retry = QueueReport(
                name: "retry", role: .retry,
                state: .present(messages: putOff.withLock(\.self), consumers: 0, mismatch: nil))
            return [dead, retry] + (requests.map { [$0] } ?? [])
        }
    }
}
