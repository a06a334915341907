import AccountCore
import Testing
import VerificationCore

@testable import Accounts

@Suite("Counts of what strangers try")
struct TryCountTests {
    private let now = Timestamp(seconds: 1_767_229_200)
    private let limits = [RateLimit(2, per: .seconds(600))]

    @Test("made-up guessers without end neither wipe out the count that matters, nor keep anybody from a try")
    func madeUp() throws {
        var counts = TryCounts<Int>()
        for _ in 1...2 { try counts.take([(0, limits)], at: now) }
        for guesser in 1...150_010 { try counts.take([(guesser, limits)], at: now) }
        #expect(throws: AccountError.limited(.tooManyAttempts, retryAfter: .seconds(610))) {
            try counts.take([(0, limits)], at: now)
        }
        let later = now + .seconds(611)
        for _ in 1...2 { try counts.take([(0, limits)], at: later) }
    }

    @Test("a try counts for all of its guessers or for none")
    func together() throws {
        var counts = TryCounts<String>()
        for _ in 1...2 { try counts.take([("ann", limits)], at: now) }
        for _ in 1...3 {
            #expect(throws: AccountError.limited(.tooManyAttempts, retryAfter: .seconds(610))) {
                try counts.take([("place", limits), ("ann", limits)], at: now)
            }
        }
        for _ in 1...2 { try counts.take([("place", limits)], at: now) }
    }

    @Test("a try that is taken back did not happen, for any of its guessers")
    func takenBack() throws {
        var counts = TryCounts<String>()
        for _ in 1...10 {
            try counts.take([("ann", limits), ("place", limits)], at: now)
            counts.takeBack([("ann", limits), ("place", limits)], countedAt: now)
        }
        #expect(counts.tries(of: "ann", in: limits[0], at: now) == 0)
    }

    @Test("a network has a hundred guests in an hour, and another network has its own")
    func guests() throws {
        let tries = GuestTries()
        let (here, there) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("198.51.100.1")))
        for _ in 1...100 { try tries.take(from: here, at: now) }
        #expect(throws: AccountError.limited(.tooManyAttempts, retryAfter: .seconds(3_660))) {
            try tries.take(from: here, at: now)
        }
        try tries.take(from: there, at: now)
        try tries.take(from: here, at: now + .seconds(3_661))
    }

    @Test("the /48 of a tunnel has sixteen times the guests of a /64, and not as many as it has /64s")
    func tunnels() throws {
        let tries = GuestTries()
        var admitted = 0
        for number in 0..<4_000 {
            let address = try #require(IPAddress("2001:db8:0:\(String(number, radix: 16))::1"))
            do { try tries.take(from: address, at: now) } catch { continue }
            admitted += 1
        }
        #expect(admitted == 1_600)
        try tries.take(from: try #require(IPAddress("2001:db8:1::1")), at: now)
    }
}
