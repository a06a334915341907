/// So many in so long, by the generic cell rate algorithm: the whole number may come at once, then one each
/// `interval / count`.
///
/// What it keeps of the events it has admitted is a `LimitState`.
package struct RateLimit: Sendable, Hashable {
    package let count: Int
    package let interval: Duration

    package init(_ count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }

    /// The time that one event costs, in whole microseconds; rounded up, or many of them would admit one too many.
    package var share: Duration {
        .microseconds((interval.wholeMicroseconds + Int64(count) - 1) / Int64(count))
    }

    /// How far the theoretical arrival time may lie ahead of an event that is still admitted.
    package var slack: Duration { share * (count - 1) }

    /// When the next event is admitted; a moment that has passed means now.
    package func admits(after state: LimitState?) -> Timestamp {
        guard let state else { return Timestamp(microseconds: .min) }
        return state.arrival - slack
    }

    /// The state after an event at `now` that was admitted.
    package func spending(_ state: LimitState?, at now: Timestamp) -> LimitState {
        guard let state else { return LimitState(firstAt: now, share: share) }
        return state.spending(share, at: now)
    }

    /// The state after an admitted event of the moment `spentAt` turned out not to have happened.
    package func givingBack(_ state: LimitState, spentAt: Timestamp) -> LimitState {
        state.givingBack(share, spentAt: spentAt)
    }

    /// How many more events would be admitted at `now`.
    package func remaining(_ state: LimitState?, at now: Timestamp) -> Int {
        guard let state, state.arrival > now else { return count }
        let free = share * count - (state.arrival - now)
        return max(0, Int(free.wholeMicroseconds / max(1, share.wholeMicroseconds)))
    }
}
