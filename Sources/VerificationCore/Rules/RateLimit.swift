/// So many in so long, by the generic cell rate algorithm: the whole number may come at once, then one each
/// `interval / count`.
///
/// One moment is all the state a limit keeps: the theoretical arrival time, `tat`, at which the bucket is empty again.
package struct RateLimit: Sendable, Hashable {
    package let count: Int
    package let interval: Duration

    package init(_ count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }

    /// The time that one event costs.
    package var share: Duration { interval / count }

    /// When the next event is admitted; a moment that has passed means now.
    package func admits(at tat: Timestamp?) -> Timestamp {
        guard let tat else { return Timestamp(microseconds: .min) }
        return tat - (interval - share)
    }

    /// The state after an event at `now` that was admitted.
    package func spending(_ tat: Timestamp?, at now: Timestamp) -> Timestamp {
        max(tat ?? now, now) + share
    }

    /// The state after an admitted event turned out not to have happened.
    package func givingBack(_ tat: Timestamp) -> Timestamp { tat - share }

    /// How many more events would be admitted at `now`.
    package func remaining(_ tat: Timestamp?, at now: Timestamp) -> Int {
        guard let tat, tat > now else { return count }
        let free = interval - (tat - now)
        return max(0, Int(free.wholeMicroseconds / max(1, share.wholeMicroseconds)))
    }
}
