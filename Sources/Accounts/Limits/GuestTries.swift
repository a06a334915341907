import AccountCore
import Synchronization
import VerificationCore

/// Counts the guests of each network, in this process: whoever needs no proof can make accounts without end.
final class GuestTries: Sendable {
    private static let perPlace = [RateLimit(100, per: .seconds(3_600))]

    private let counts = Mutex(TryCounts<String>())

    /// Throws when the network of the caller has had too many guests.
    func take(from address: IPAddress, at now: Timestamp) throws(WireError) {
        try counts.withLock { counts throws(WireError) in try counts.take([(address.network, Self.perPlace)], at: now) }
    }
}
