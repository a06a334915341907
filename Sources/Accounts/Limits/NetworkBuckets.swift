import AccountCore
import Synchronization
import VerificationCore

/// Bounds how often a network may call the surface, in this process.
///
/// The key of an app is public, so strangers call too. Their calls must not fill what all apps share: the queue, the
/// database and this process. Each process has buckets of its own, and the rule book keeps the limits of an app exactly.
///
/// An IPv4 address may stand for thousands of people of a carrier or an office, an IPv6 /64 for a household or a device.
/// The /56 and the /48 around a /64 have larger buckets, see `IPAddress.widerNetworks`.
package final class NetworkBuckets: Sendable {
    /// What a call is about, as far as its bounds differ.
    package enum Call: Sendable, Hashable {
        /// It is answered from memory, or from the database.
        case usual
        /// It may send an SMS, and goes through the queue that all apps share.
        case send
        /// It has Apple's push service wake up a device. A refused device goes on to a captcha, so that a network with
        /// many people is not locked out.
        case push
        /// It has verifyd check a chain of certificates, and may leave a row for 400 days. It has a bucket of its own: an app
        /// calls once, and its people need all their SMS.
        case attest
    }

    /// In how long an empty bucket is full again.
    private static let interval = Duration.seconds(60)

    private struct Key: Hashable {
        let network: String
        let call: Call
    }

    private let kept = Mutex(RecentBuckets<Key>(interval: interval))

    package init() {}

    /// Counts a call in each bucket that it concerns; throws where a bucket is empty, and then counts nothing.
    ///
    /// A send and an attestation count as a usual call too. `address`: nil where no limit by address applies.
    package func take(_ call: Call, from address: IPAddress?, at now: Timestamp) throws(AccountError) {
        guard let address else { return }
        let wanted = call.parts.flatMap { part in
            address.networks.map { wider in
                let size = RateLimit(part.perMinute(address.family), per: Self.interval)
                return (key: Key(network: wider.network, call: part), size: size * wider.multiple)
            }
        }
        if let wait = kept.withLock({ $0.take(wanted, at: now) }) {
            throw .limited(.tooManyAttempts, retryAfter: wait)
        }
    }
}

extension NetworkBuckets.Call {
    fileprivate var parts: [Self] {
        switch self {
        case .usual: [.usual]
        case .send: [.usual, .send]
        // The surface has counted it as a usual call before.
        case .push: [.push]
        case .attest: [.usual, .attest]
        }
    }

    fileprivate func perMinute(_ family: IPAddress.Family) -> Int {
        switch (self, family) {
        case (.usual, .v4): 3_000
        case (.usual, .v6): 600
        case (.send, .v4), (.send, .v6), (.push, .v4), (.push, .v6), (.attest, .v4), (.attest, .v6): 30
        }
    }
}

/// The buckets that were used lately, all of the same interval; any other bucket is full.
///
/// A bucket that is unused for an interval is full again, so dropping it changes nothing. Buckets are kept in two
/// generations, and a turn drops the older one. When callers make up networks faster than that, a turn comes early.
/// Then the buckets that were unused for longest begin anew as full ones, which refuses no caller.
private struct RecentBuckets<Key: Hashable & Sendable>: Sendable {
    /// How many buckets a generation holds.
    private static var most: Int { 50_000 }

    let interval: Duration
    private var recent: [Key: RequestBucket] = [:]
    private var former: [Key: RequestBucket] = [:]
    private var turnedAt: Timestamp?

    init(interval: Duration) { self.interval = interval }

    /// Takes a permission from each bucket, or from none when one of them is empty; returns how long that one stays empty.
    mutating func take(_ wanted: [(key: Key, size: RateLimit)], at now: Timestamp) -> Duration? {
        if recent.count >= Self.most || turnedAt.map({ now - $0 >= interval }) ?? true {
            (former, recent, turnedAt) = (recent, [:], now)
        }
        var taken: [(key: Key, bucket: RequestBucket)] = []
        for (key, size) in wanted {
            var bucket = recent[key] ?? former[key] ?? RequestBucket(size, at: now)
            if let wait = bucket.take(at: now) { return wait }
            taken.append((key, bucket))
        }
        for (key, bucket) in taken { recent[key] = bucket }
        return nil
    }
}
