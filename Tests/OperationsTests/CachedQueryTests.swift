import Operations
import Synchronization
import Testing
import VerificationTesting

@Suite("A look at a part of the installation")
struct CachedQueryTests {
    private struct Away: Error, CustomStringConvertible {
        let description = "away"
    }

    @Test("is shared by all who ask at the same time, and within a second after")
    func shared() async {
        let part = Part()
        let query = CachedQuery(freshness: .seconds(3_600), now: { ManualClock().now }) { try part.look() }
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await query.look().value } }
            for await value in group { #expect(value == 1) }
        }
        #expect(await query.look().current == 1)
    }

    @Test("shows what was last known, and since when, while the part is away")
    func away() async {
        let (part, clock) = (Part(), ManualClock())
        let query = CachedQuery(freshness: .zero, now: { clock.now }) { try part.look() }
        let first = await query.look()
        clock.advance(by: .seconds(60))
        part.isAway.withLock { $0 = true }
        let second = await query.look()
        #expect(second.value == 1 && second.at == first.at && second.trouble == "away" && second.current == nil)
        part.isAway.withLock { $0 = false }
        let third = await query.look()
        #expect(third.current == 2 && third.at == clock.now)
    }

    @Test("holds nobody up longer than the patience, and goes on without them", .timeLimit(.minutes(10)))
    func overdue() async {
        let (answers, answer) = AsyncStream<Int>.makeStream()
        let clock = ManualClock()
        let query = CachedQuery(freshness: .zero, patience: .milliseconds(1), now: { clock.now }) {
            for await number in answers { return number }
            throw Away()
        }
        let unknown = await query.look()
        #expect(unknown.value == nil && unknown.isOverdue && unknown.trouble != nil)
        answer.yield(1)
        while query.last.value == nil { await Task.yield() }
        let known = query.last
        #expect(known.current == 1 && !known.isOverdue)

        clock.advance(by: .seconds(60))
        let old = await query.look()
        #expect(old.current == 1 && old.at == known.at && old.isOverdue && old.trouble == nil)
        answer.finish()
        while query.last.trouble == nil { await Task.yield() }
        #expect(query.last.current == nil && query.last.value == 1)
    }

    @Test("is taken anew when somebody has changed the part, and an answer from before the change is not kept")
    func expired() async {
        let (part, (begun, begin), (gate, open)) = (Part(), Self.signal(), Self.signal())
        let query = CachedQuery(freshness: .seconds(3_600), patience: .seconds(60), now: { ManualClock().now }) {
            let number = try part.look()
            if number == 1 {
                begin.yield()
                for await _ in gate { break }
            }
            return number
        }
        async let early = query.look().value
        for await _ in begun { break }
        query.expire()
        #expect(await query.look().current == 2)
        open.yield()
        #expect(await early == 1)
        #expect(await query.look().current == 2)
        query.expire()
        #expect(await query.look().current == 3)
    }

    private static func signal() -> (AsyncStream<Void>, AsyncStream<Void>.Continuation) { AsyncStream.makeStream() }

    private final class Part: Sendable {
        let isAway = Mutex(false)
        private let looks = Mutex(0)

        func look() throws -> Int {
            if isAway.withLock({ $0 }) { throw Away() }
            return looks.withLock { looks in
                looks += 1
                return looks
            }
        }
    }
}
