import Operations
import Synchronization
import Testing
import VerificationTesting

@Suite("A look at a part of the installation")
struct LookoutTests {
    private struct Away: Error, CustomStringConvertible {
        let description = "away"
    }

    @Test("is shared by all who ask at the same time, and within a second after")
    func shared() async {
        let part = Part()
        let lookout = Lookout(freshness: .seconds(3_600), now: { ManualClock().now }) { try part.look() }
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await lookout.look().value } }
            for await value in group { #expect(value == 1) }
        }
        #expect(await lookout.look().current == 1)
    }

    @Test("shows what was last known, and since when, while the part is away")
    func away() async {
        let (part, clock) = (Part(), ManualClock())
        let lookout = Lookout(freshness: .zero, now: { clock.now }) { try part.look() }
        let first = await lookout.look()
        clock.advance(by: .seconds(60))
        part.isAway.withLock { $0 = true }
        let second = await lookout.look()
        #expect(second.value == 1 && second.at == first.at && second.trouble == "away" && second.current == nil)
        part.isAway.withLock { $0 = false }
        let third = await lookout.look()
        #expect(third.current == 2 && third.at == clock.now)
    }

    @Test("holds nobody up longer than the patience, and goes on without them", .timeLimit(.minutes(10)))
    func overdue() async {
        let (answers, answer) = AsyncStream<Int>.makeStream()
        let clock = ManualClock()
        let lookout = Lookout(freshness: .zero, patience: .milliseconds(1), now: { clock.now }) {
            for await number in answers { return number }
            throw Away()
        }
        let unknown = await lookout.look()
        #expect(unknown.value == nil && unknown.isOverdue && unknown.trouble != nil)
        answer.yield(1)
        while lookout.last.value == nil { await Task.yield() }
        let known = lookout.last
        #expect(known.current == 1 && !known.isOverdue)

        clock.advance(by: .seconds(60))
        let old = await lookout.look()
        #expect(old.current == 1 && old.at == known.at && old.isOverdue && old.trouble == nil)
        answer.finish()
        while lookout.last.trouble == nil { await Task.yield() }
        #expect(lookout.last.current == nil && lookout.last.value == 1)
    }

    @Test("is taken anew when somebody has changed the part, and an answer from before the change is not kept")
    func expired() async {
        let (part, (begun, begin), (gate, open)) = (Part(), Self.signal(), Self.signal())
        let lookout = Lookout(freshness: .seconds(3_600), patience: .seconds(60), now: { ManualClock().now }) {
            let number = try part.look()
            if number == 1 {
                begin.yield()
                for await _ in gate { break }
            }
            return number
        }
        async let early = lookout.look().value
        for await _ in begun { break }
        lookout.expire()
        #expect(await lookout.look().current == 2)
        open.yield()
        #expect(await early == 1)
        #expect(await lookout.look().current == 2)
        lookout.expire()
        #expect(await lookout.look().current == 3)
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
