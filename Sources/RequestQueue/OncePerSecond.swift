import Synchronization

/// Counts an event that happens often, for a log that mentions it once a second.
final class OncePerSecond: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var count = 0
    }

    private let state = Mutex(State())

    /// How often it happened since the last number, this time included; nil within a second of the last number.
    func note(at now: ContinuousClock.Instant) -> Int? {
        state.withLock { state in
            state.count += 1
            if let last = state.last, now - last < .seconds(1) { return nil }
            defer { state = State(last: now) }
            return state.count
        }
    }
}
