import AccountCore
import VerificationCore

/// Counts what somebody tries again and again, in this process; each `Guesser` is counted for itself.
struct TryCounts<Guesser: Hashable & Sendable>: Sendable {
    /// How many guessers are counted at once; while so many count, nobody else gets a try.
    ///
    /// If counts were dropped instead, whoever makes up guessers would wipe out the count of the guesser that matters.
    private static var most: Int { 50_000 }
    /// How often counts are swept where there is no room: a sweep goes through all of them.
    private static var pause: Duration { .seconds(1) }

    private var counts: [Guesser: SlotCounts] = [:]
    private var sweptAt: Timestamp?

    /// Counts a try for each of its guessers; throws where a guesser has had too many, and then counts nothing.
    mutating func take(_ guessers: [(guesser: Guesser, limits: [RateLimit])], at now: Timestamp) throws(WireError) {
        if counts.count >= Self.most { sweep(at: now) }
        for (guesser, limits) in guessers {
            let counted = counts[guesser]
            guard counted != nil || counts.count < Self.most, counted?.wait(for: limits, at: now) == nil else {
                throw .refused(.tooManyAttempts)
            }
        }
        for (guesser, limits) in guessers { counts[guesser, default: SlotCounts()].count(in: limits, at: now) }
    }

    mutating func forget(_ guesser: Guesser) { counts[guesser] = nil }

    /// Drops the guessers whose tries have all stopped counting.
    private mutating func sweep(at now: Timestamp) {
        if let sweptAt, now - sweptAt < Self.pause { return }
        sweptAt = now
        counts = counts.filter { $0.value.endsToCountAt.map { $0 > now } ?? false }
    }
}
