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
