import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("What waits on the queue of requests")
struct BacklogTests {
    /// Half a minute after a minute began.
    private let now = Timestamp(seconds: 1_800_000_030)

    @Test("is as old as the minute in which so many requests had come, counted back from now")
    func age() async throws {
        // 60 in this half minute, 120 in the minute before, 600 in the minute before that.
        let counts = try await counts(started: [60, 120, 600])
        let ages: [Int: Int64?] = [0: nil, 30: 15, 60: 30, 120: 60, 180: 90, 480: 120, 781: nil]
        for (ready, age) in ages {
            #expect(Backlog(ready: ready, counts, at: now).oldestAge == age.map { .seconds($0) }, "\(ready)")
        }
    }

    @Test("drains at what goes less what comes, and never where as much comes as goes")
    func drain() async throws {
        let drains = try await counts(started: [0, 100, 100], decided: [0, 160, 160])
        #expect(Backlog(ready: 120, drains, at: now).drain == .after(.seconds(120)))
        #expect(Backlog(ready: 0, drains, at: now).drain == .empty)
        let grows = try await counts(started: [0, 100, 100], decided: [0, 100, 100])
        #expect(Backlog(ready: 1, grows, at: now).drain == .never)
    }

    @Test("is not worked off while nobody takes requests, whatever the rates of the last minutes say")
    func stopped() async throws {
        let drains = try await counts(started: [0, 100, 100], decided: [0, 160, 160])
        #expect(Backlog(ready: 120, isWorked: false, drains, at: now).drain == .stopped)
        #expect(Backlog(ready: 0, mayBeHeld: true, isWorked: false, drains, at: now).drain == .stopped)
        #expect(Backlog(ready: 0, isWorked: false, drains, at: now).drain == .empty)
        #expect(Backlog(ready: 0, mayBeHeld: true, drains, at: now).drain == .empty, "another worker gets them")
    }

    @Test("is as old with requests of idempotency keys, whose ids tell a time of their day that is none of theirs")
    func keys() async throws {
        let (buffer, world) = (TallyBuffer(), InMemoryWorld())
        for number in 0..<60 {
            let bench = StoreBench(workers: [], now: now + .seconds(-number * 2))
            let request = try bench.request(key: "order-\(number)").withIDOfKey()
            buffer.hear(.started(request, isTestNumber: false), at: bench.now)
        }
        try await world.add(buffer.take())
        let counts = try await Counts.read(world, at: now)
        // Sixteen have come in this half minute, and the thirty of the minute before it had come evenly.
        #expect(Backlog(ready: 16, counts, at: now).oldestAge == .seconds(30))
        #expect(Backlog(ready: 46, counts, at: now).oldestAge == .seconds(90))
        #expect(counts.arrivals > 0)
    }

    /// Counts by minute, those of the current minute first.
    private func counts(started: [Int], decided: [Int] = []) async throws -> Counts {
        let world = InMemoryWorld()
        for (kind, numbers) in [(TallyKind.started, started), (.wait, decided)] {
            try await world.add(
                numbers.enumerated().map { Tally(TallyKey(kind, in: Minute(now) - $0.offset), count: $0.element) })
        }
        return try await Counts.read(world, at: now)
    }
}
