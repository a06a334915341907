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
        /// Somebody who changes a password, and who is signed in.
        case owner(LocalID, ProjectID)
        /// A network; see `IPAddress.network`.
        case place(String)
    }

    private static let perAccount = [RateLimit(10, per: .seconds(600))]
    private static let perPlace = [RateLimit(100, per: .seconds(3_600))]

    private let counts = Mutex(TryCounts<Guesser>())

    /// Counts a try before the password is tried, because many may be tried at once; throws when there were too many.
    func take(
        of email: EmailAddress, in project: ProjectID, from address: IPAddress?, at now: Timestamp
    ) throws(WireError) {
        try take(.account(email, project), address, now)
    }

    /// Counts a new password, which costs as much as a try.
    func take(
        by owner: LocalID, in project: ProjectID, from address: IPAddress?, at now: Timestamp
    ) throws(WireError) {
        try take(.owner(owner, project), address, now)
    }

    func forget(_ email: EmailAddress, in project: ProjectID) {
        counts.withLock { $0.forget(.account(email, project)) }
    }

    private func take(_ guesser: Guesser, _ address: IPAddress?, _ now: Timestamp) throws(WireError) {
        let place = address.map { (guesser: Guesser.place($0.network), limits: Self.perPlace) }
        try counts.withLock { counts throws(WireError) in
            try counts.take([(guesser, Self.perAccount)] + (place.map { [$0] } ?? []), at: now)
        }
    }
}
