import Synchronization
import VerificationCore

/// Sends an app away that asks far more often than it may send, before its requests reach the queue that all apps share.
///
/// The rule book keeps the limits themselves, exactly. Many good requests send nothing: people ask again, and backends
/// repeat their calls. So this process admits `multiple` times what each limit in `sendsPerApp` admits, and at least
/// `least` requests. Example: with 100,000 sends a day, 400,000 requests may come at once, and a day later as many
/// again. An app without such a limit is always admitted.
package final class Door: Sendable {
    private let multiple: Int
    private let least: Int
    private let buckets = Mutex<[AppID: [RequestBucket]]>([:])

    package init(multiple: Int = 4, least: Int = 10_000) {
        self.multiple = multiple
        self.least = least
    }

    /// Counts a call; nil when the app need not wait.
    ///
    /// Otherwise it returns how many calls are admitted in what time, and how long the app has to wait.
    package func refusal(of app: App, at now: Timestamp) -> (size: RateLimit, wait: Duration)? {
        let sizes = app.rules.sendsPerApp.map { RateLimit(max(least, multiple * $0.count), per: $0.interval) }
        return buckets.withLock { buckets in
            var mine = buckets[app.id] ?? []
            if mine.map(\.size) != sizes { mine = sizes.map { RequestBucket($0, at: now) } }
            defer { buckets[app.id] = mine }
            return mine.indices.compactMap { index in
                mine[index].take(at: now).map { (size: mine[index].size, wait: $0) }
            }.max { $0.wait < $1.wait }
        }
    }
}
