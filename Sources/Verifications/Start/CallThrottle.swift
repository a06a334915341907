import Synchronization
import VerificationCore

/// Refuses the calls of an app that asks far more often than it may send.
///
/// A refused call never reaches the queue, which all apps share. The rule book keeps the limits exactly. The throttle
/// is wider, because many good requests send nothing: people ask again, and backends repeat their calls.
///
/// For each limit on the app's sends, this process admits `multiple` times as many calls, and at least `least`.
/// Example: an app may send 5,000 SMS an hour. The throttle admits 20,000 calls at once, and after them 20,000 an
/// hour. An app without such a limit is always admitted.
package final class CallThrottle: Sendable {
    private let multiple: Int
    private let least: Int
    private let buckets = Mutex<[AppID: [RequestBucket]]>([:])

    package init(multiple: Int = 4, least: Int = 10_000) {
        self.multiple = multiple
        self.least = least
    }

    /// Counts a call; returns nil when the throttle admits it, otherwise how long the app has to wait.
    ///
    /// `size` says how many calls the throttle admits in what time. When several limits refuse the call, the result is of
    /// the limit with the longest wait. A refused call still counts for the app's other limits.
    package func refusal(of app: App, at now: Timestamp) -> (size: RateLimit, wait: Duration)? {
        let sizes = sizes(of: app)
        return buckets.withLock { buckets in
            var mine = buckets[app.id] ?? []
            if mine.map(\.size) != sizes { mine = sizes.map { RequestBucket($0, at: now) } }
            defer { buckets[app.id] = mine }
            return mine.indices.compactMap { index in
                mine[index].take(at: now).map { (size: mine[index].size, wait: $0) }
            }.max { $0.wait < $1.wait }
        }
    }

    /// Whether the throttle would refuse the app's next call; it counts none.
    package func isUsedUp(by app: App, at now: Timestamp) -> Bool {
        let sizes = sizes(of: app)
        let mine = buckets.withLock { $0[app.id] ?? [] }
        return mine.map(\.size) == sizes
            && mine.contains { bucket in
                var bucket = bucket
                return bucket.take(at: now) != nil
            }
    }

    private func sizes(of app: App) -> [RateLimit] {
        app.rules.sendsPerApp.map { RateLimit(max(least, multiple * $0.count), per: $0.interval) }
    }
}
