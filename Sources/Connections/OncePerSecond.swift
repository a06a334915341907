import Synchronization

/// Counts an event that happens often, for a log with at most one line a second about it.
package final class OncePerSecond: Sendable {
    private struct State {
        var last: ContinuousClock.Instant?
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How often the event happened since the last count, this time included; nil within a second of the last count.
    package func note(at now: ContinuousClock.Instant) -> Int? {
        state.withLock { state in
            state.count += 1
            if let last = state.last, now - last < .seconds(1) { return nil }
            defer { state = State(last: now) }
            return state.count
        }
    }
}
