import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Samples of the queues")
struct QueueSamplerTests {
    let world = InMemoryWorld()
    let sampler: QueueSampler
    private let minute: Minute

    init() {
        let clock = world.clock
        minute = Minute(clock.now) + 1
        clock.advance(by: minute.beginning - clock.now)
        sampler = QueueSampler(world, now: { clock.now })
    }

    @Test("the fake keeps every promise of a store of samples")
    func promises() async throws {
        try await exerciseQueueSamples(InMemoryWorld(), at: minute)
    }

    @Test("a minute is kept when it is over, with its greatest counts, and once")
    func greatest() async throws {
        for ready in [3, 40, 5] {
            await look(ready)
            await sampler.write()
            world.clock.advance(by: .seconds(15))
        }
        #expect(try sums().isEmpty, "the minute is not over")
        #expect(sampler.pending.map(\.ready) == [40])
        world.clock.advance(by: .seconds(15))
        await look(1)
        for _ in 0..<2 { await sampler.write() }
        #expect(try sums().map(\.ready) == [40])
        #expect(sampler.pending.map(\.ready) == [1], "the next minute has begun")
    }

    @Test("an outage of the store leaves no gap, and a silent broker leaves one")
    func outage() async throws {
        world.away = [.incidents]
        for ready in [1, 2, 3] {
            await look(ready)
            world.clock.advance(by: .seconds(60))
            await sampler.write()
        }
        await look(nil)
        world.clock.advance(by: .seconds(60))
        world.away = []
        await sampler.write()
        #expect(try sums().map(\.ready) == [1, 2, 3] && sampler.pending.isEmpty)
    }

    @Test("a long outage takes bounded room: the newest minutes stay")
    func bounded() async throws {
        world.away = [.incidents]
        let sampler = QueueSampler(world, most: 200, now: { [clock = world.clock] in clock.now })
        for ready in 0..<300 {
            await look(ready, by: sampler)
            world.clock.advance(by: .seconds(60))
        }
        #expect(sampler.pending.count == 200 && sampler.pending.map(\.ready).min() == 100)
    }

    @Test("charts show what the store has and what it does not have yet, and nothing of minutes without a look")
    func history() async throws {
        await look(7)
        world.clock.advance(by: .seconds(60))
        await sampler.write()
        world.clock.advance(by: .seconds(60))
        await look(9)
        let history = QueueHistory(
            world, pending: { [sampler] in sampler.pending }, now: { [clock = world.clock] in clock.now })
        let hour = try #require(await history.series.look(.hour).value)
        #expect(hour.length == 60 && hour.beginning == minute + 2 - 59)
        let tail = hour.ready[.requests].map { Array($0.suffix(4)) }
        #expect(tail == [nil, 7, nil, 9])
        let day = try #require(await history.series.look(.day).value)
        let most = day.ready[.requests]?.compactMap { $0 }.max()
        #expect(day.length == 144 && most == 9)
        #expect(hour.ready[.dead] == nil && hour.oldest.count == 60)
    }

    private func sums() throws -> [QueueSum] { try world.sums(in: minute..<minute + 60, step: 1) }

    /// `ready`: nil where the broker gives no answer.
    private func look(_ ready: Int?, by other: QueueSampler? = nil) async {
        let reports = ready.map { ready in
            [
                QueueReport(
                    name: "requests", role: .requests, state: .present(messages: ready, consumers: 1, mismatch: nil)),
                QueueReport(name: "dead", role: .dead, state: .missing),
            ]
        }
        let trouble = ready == nil ? "away" : nil
        (other ?? sampler).note(
            Situation(
                at: world.clock.now, queues: Cached(value: reports, at: world.clock.now, trouble: trouble),
                gateways: Cached(), workers: Cached(), counts: Cached(), changes: Cached(),
                gatewayList: GatewayList(members: [], routes: [])))
    }
}
