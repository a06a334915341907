import AccountCore
import Synchronization
import VerificationCore

/// Counts repeated tries, for example of passwords, in this process; each `Guesser` is counted for itself.
struct TryCounts<Guesser: Hashable & Sendable>: Sendable {
    /// How many guessers are counted at once.
    private static var most: Int { 100_000 }

    private var counts: [Guesser: SlotCounts] = [:]

    /// Counts a try for each of its guessers; throws where a guesser has had too many, and then counts nothing.
    mutating func take(_ guessers: [(guesser: Guesser, limits: [RateLimit])], at now: Timestamp) throws(AccountError) {
        for (guesser, limits) in guessers {
            if let wait = counts[guesser]?.wait(for: limits, at: now) {
                throw .limited(.tooManyAttempts, retryAfter: wait.until - now)
            }
        }
        if counts.count >= Self.most { makeRoom(at: now) }
        for (guesser, limits) in guessers { counts[guesser, default: SlotCounts()].count(in: limits, at: now) }
    }

    /// Takes back a try that was counted at `moment`.
    mutating func takeBack(_ guessers: [(guesser: Guesser, limits: [RateLimit])], countedAt moment: Timestamp) {
        for (guesser, limits) in guessers {
            counts[guesser]?.takeBack(in: limits, countedAt: moment)
            if counts[guesser]?.endsToCountAt == nil { counts[guesser] = nil }
        }
    }

    /// How many tries of a guesser count in the limit's window.
    func tries(of guesser: Guesser, in limit: RateLimit, at now: Timestamp) -> Int {
        counts[guesser]?.used(of: limit, at: now) ?? 0
    }

    /// Drops the guessers whose tries have all stopped counting; where this does not help, also those with few tries.
    ///
    /// An attacker who makes up guessers has one try of each. So these push each other out, and not a guesser with many
    /// tries.
    private mutating func makeRoom(at now: Timestamp) {
        counts = counts.filter { $0.value.endsToCountAt.map { $0 > now } ?? false }
        let tooMany = counts.count - Self.most * 3 / 4
        guard tooMany > 0 else { return }
        let ranks = counts.map { (guesser: $0.key, tries: $0.value.tries, end: $0.value.endsToCountAt ?? now) }
        for rank in ranks.sorted(by: { ($0.tries, $0.end) < ($1.tries, $1.end) }).prefix(tooMany) {
            counts[rank.guesser] = nil
        }
    }
}

extension SlotCounts {
    /// The events of all windows together.
    fileprivate var tries: Int { slots.reduce(0) { $0 + $1.events } }
}

/// Counts the guests of each network, in this process: without a limit, a script could make guests without end.
final class GuestTries: Sendable {
    /// Of an IPv4 address or an IPv6 /64; wider networks have multiples.
    private static let perNetwork = RateLimit(100, per: .seconds(3_600))

    private let counts = Mutex(TryCounts<String>())

    /// Throws when the network of the caller, or one around it, has had too many guests.
    func take(from address: IPAddress, at now: Timestamp) throws(AccountError) {
        let networks = address.networks.map { (guesser: $0.network, limits: [Self.perNetwork * $0.multiple]) }
        try counts.withLock { counts throws(AccountError) in try counts.take(networks, at: now) }
    }
}

/// Counts the calls that each proof of an app makes, in this process.
///
/// The workers count the SMS of a proof exactly. But one good proof that many networks share would fill the queue with
/// calls that workers only refuse, and would use up the calls of its app.
final class ProofTries: Sendable {
    private static let perMinute = RateLimit(10, per: .seconds(60))

    private let counts = Mutex(TryCounts<String>())

    /// Throws where the proof has made too many calls.
    func take(_ proof: AppProof, of app: AppID, at now: Timestamp) throws(AccountError) {
        let guesser = "\(app.name) \(proof.kind.rawValue) \(proof.digest)"
        try counts.withLock { counts throws(AccountError) in
            try counts.take([(guesser: guesser, limits: [Self.perMinute])], at: now)
        }
    }
}
