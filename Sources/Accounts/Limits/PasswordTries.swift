import AccountCore
import Synchronization
import VerificationCore

/// Counts wrong passwords, in this process, so that a stranger can neither guess for long nor lock an owner out.
///
/// Tries count for an account from a network first. All tries of an account together stop no network by themselves:
/// they make each network have fewer tries of this account. So an owner can still sign in from a network without wrong
/// tries, however many other networks guess.
///
/// A right password takes its own try back, and no other: a guesser with an own account gains nothing by it.
final class PasswordTries: Sendable {
    /// A try that was counted before it was known whether the password is right.
    struct Counted: Sendable {
        fileprivate let guessers: [(guesser: Guesser, limits: [RateLimit])]
        fileprivate let at: Timestamp
    }

    fileprivate enum Guesser: Hashable {
        /// All tries of an address that an account would have.
        case account(EmailAddress, ProjectID)
        /// The tries of such an address from a network.
        case guess(EmailAddress, ProjectID, from: String)
        /// The tries of all addresses from a network; see `IPAddress.networks`.
        case place(String)
        /// A signed-in owner who changes the password.
        case owner(LocalID, ProjectID)
        /// The passwords that are changed from a network.
        case changes(String)
    }

    private static let perGuess = RateLimit(10, per: .seconds(600))
    /// What a network has of an account in an hour: few, once the account has had `perAccount` from all networks.
    private static let (perHour, fewPerHour) = (RateLimit(60, per: .seconds(3_600)), RateLimit(3, per: .seconds(3_600)))
    private static let perAccount = RateLimit(100, per: .seconds(3_600))
    private static let perPlace = RateLimit(100, per: .seconds(3_600))
    /// The network of a connection without an address.
    private static let nowhere = [(network: "", multiple: 1)]

    private let counts = Mutex(TryCounts<Guesser>())

    /// Counts a try before the password is tried, because many may be tried at once; throws when there were too many.
    func take(
        of email: EmailAddress, in project: ProjectID, from address: IPAddress?, at now: Timestamp
    ) throws(AccountError) -> Counted {
        let (account, networks) = (Guesser.account(email, project), address?.networks ?? Self.nowhere)
        return try counts.withLock { counts throws(AccountError) in
            let isGuessed = counts.tries(of: account, in: Self.perAccount, at: now) >= Self.perAccount.count
            let perHour = isGuessed ? Self.fewPerHour : Self.perHour
            var guessers = [(guesser: account, limits: [RateLimit(.max, per: Self.perAccount.interval)])]
            for (network, multiple) in networks {
                let limits = [Self.perGuess * multiple, perHour * multiple]
                guessers.append((.guess(email, project, from: network), limits))
                guessers.append((.place(network), [Self.perPlace * multiple]))
            }
            try counts.take(guessers, at: now)
            return Counted(guessers: guessers, at: now)
        }
    }

    /// The password was right.
    func takeBack(_ tried: Counted) {
        counts.withLock { $0.takeBack(tried.guessers, countedAt: tried.at) }
    }

    /// Whether a network has wrong tries, or tries whose passwords are being hashed; such a network waits its turn.
    func hasTried(from address: IPAddress?, at now: Timestamp) -> Bool {
        counts.withLock { counts in
            (address?.networks ?? Self.nowhere).contains {
                counts.tries(of: .place($0.network), in: Self.perPlace, at: now) >= $0.multiple
            }
        }
    }

    /// Counts a new password, which costs as much as a try.
    func take(
        by owner: LocalID, in project: ProjectID, from address: IPAddress?, at now: Timestamp
    ) throws(AccountError) {
        let networks = (address?.networks ?? []).map {
            (guesser: Guesser.changes($0.network), limits: [Self.perPlace * $0.multiple])
        }
        try counts.withLock { counts throws(AccountError) in
            try counts.take([(.owner(owner, project), [Self.perGuess])] + networks, at: now)
        }
    }
}
