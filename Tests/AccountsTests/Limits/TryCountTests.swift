import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Counts of what strangers try")
struct TryCountTests {
    private let now = Timestamp(seconds: 1_767_229_200)
    private let limits = [RateLimit(2, per: .seconds(600))]

    @Test("made-up guessers without end wipe out nobody's count, and leave room again when theirs have ended")
    func madeUp() throws {
        var counts = TryCounts<Int>()
        for _ in 1...2 { try counts.take([(0, limits)], at: now) }
        var refused = 0
        for guesser in 1...50_010 {
            do { try counts.take([(guesser, limits)], at: now) } catch { refused += 1 }
        }
        #expect(refused == 11, "50,000 guessers are counted at once")
        #expect(throws: WireError.refused(.tooManyAttempts)) { try counts.take([(0, limits)], at: now) }
        try counts.take([(1, limits)], at: now)
        let later = now + .seconds(611)
        try counts.take([(60_000, limits)], at: later)
        for _ in 1...2 { try counts.take([(0, limits)], at: later) }
    }

    @Test("a try counts for all of its guessers or for none")
    func together() throws {
        var counts = TryCounts<String>()
        for _ in 1...2 { try counts.take([("ann", limits)], at: now) }
        for _ in 1...3 {
            #expect(throws: WireError.refused(.tooManyAttempts)) {
                try counts.take([("place", limits), ("ann", limits)], at: now)
            }
        }
        for _ in 1...2 { try counts.take([("place", limits)], at: now) }
    }

    @Test("a network has a hundred guests in an hour, and another network has its own")
    func guests() throws {
        let tries = GuestTries()
        let (here, there) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("198.51.100.1")))
        for _ in 1...100 { try tries.take(from: here, at: now) }
        #expect(throws: WireError.refused(.tooManyAttempts)) { try tries.take(from: here, at: now) }
        try tries.take(from: there, at: now)
        try tries.take(from: here, at: now + .seconds(3_661))
    }
}
