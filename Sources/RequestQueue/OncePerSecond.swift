import Synchronization

/// Counts what happens often, for a log that tells of it once a second.
final class OncePerSecond: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var count = 0
    }

    private let state = Mutex(State())

    /// How often it happened since it was last told of, this time included; nil while that is less than a second ago.
    func note(at now: ContinuousClock.Instant) -> Int? {
        state.withLock { state in
            state.count += 1
            if let last = state.last, now - last < .seconds(1) { return nil }
            defer { state = State(last: now) }
            return state.count
        }
    }
}
