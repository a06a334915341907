import AccountCore
import Synchronization
import VerificationCore

/// Counts the tries of passwords, in this process: by the address that an account would have, and by where callers are.
///
/// A right password forgets the tries of its account. The tries of a place stay counted, or a guesser's own account
/// would forget them.
final class PasswordTries: Sendable {
    private enum Guesser: Hashable {
        case account(EmailAddress, ProjectID)
        /// A network; see `IPAddress.network`.
        case place(String)
    }

    private static let perAccount = [RateLimit(10, per: .seconds(600))]
    private static let perPlace = [RateLimit(100, per: .seconds(3_600))]
    /// The guessers that are counted at once; at this many, all counts are forgotten.
    private static let most = 10_000

    private let counts = Mutex<[Guesser: SlotCounts]>([:])

    /// Counts a try before the password is tried, because many may be tried at once; throws when there were too many.
    func take(
        of email: EmailAddress, in project: ProjectID, from address: IPAddress?, at now: Timestamp
    ) throws(WireError) {
        let place = address.map { (Guesser.place($0.network), Self.perPlace) }
        let guessers = [(Guesser.account(email, project), Self.perAccount)] + (place.map { [$0] } ?? [])
        try counts.withLock { counts throws(WireError) in
            if counts.count >= Self.most { counts = [:] }
            for (guesser, limits) in guessers {
                guard counts[guesser]?.wait(for: limits, at: now) == nil else { throw .refused(.tooManyAttempts) }
            }
            for (guesser, limits) in guessers { counts[guesser, default: SlotCounts()].count(in: limits, at: now) }
        }
    }

    func forget(_ email: EmailAddress, in project: ProjectID) {
        counts.withLock { $0[.account(email, project)] = nil }
    }
}
