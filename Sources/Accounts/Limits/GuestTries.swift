import AccountCore
import Synchronization
import VerificationCore

/// Counts the guests of each network, in this process: whoever needs no proof can make accounts without end.
final class GuestTries: Sendable {
    /// Of an IPv4 address or an IPv6 /64; wider networks have multiples.
    private static let perNetwork = RateLimit(100, per: .seconds(3_600))

    private let counts = Mutex(TryCounts<String>())

    /// Throws when the network of the caller, or one around it, has had too many guests.
    func take(from address: IPAddress, at now: Timestamp) throws(WireError) {
        let networks = address.networks.map { (guesser: $0.network, limits: [Self.perNetwork * $0.multiple]) }
        try counts.withLock { counts throws(WireError) in try counts.take(networks, at: now) }
    }
}
