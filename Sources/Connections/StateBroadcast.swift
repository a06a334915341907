import Synchronization

/// The present state, and a stream of its changes for every listener that asks.
///
/// Streams are fed with the lock held, so that all listeners hear the changes in one order. No `onTermination` may take
/// the lock. A cancellation calls it while it holds the cancelled task's own lock. `yield` waits for that same lock when
/// it wakes the task, and both would wait for ever.
package final class StateBroadcast<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var current: Value
        var listeners: [AsyncStream<Value>.Continuation] = []
    }

    private let last: Value
    private let state: Mutex<State>

    /// Begins with `first`; after `last` nothing changes.
    package init(_ first: Value, last: Value) {
        self.last = last
        state = Mutex(State(current: first))
    }

    package var current: Value { state.withLock(\.current) }

    /// Tells all listeners of a change; after the last state nothing changes.
    package func change(to new: Value) {
        state.withLock { state in
            guard state.current != new, state.current != last else { return }
            state.current = new
            // A listener that has stopped is removed at the next change.
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield(new) { true } else { false }
            }
            guard new == last else { return }
            for listener in state.listeners { listener.finish() }
            state.listeners = []
        }
    }

    /// The present state, then every change; ends after the last state.
    package func changes() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        state.withLock { state in
            continuation.yield(state.current)
            if state.current == last { continuation.finish() } else { state.listeners.append(continuation) }
        }
        return stream
    }
}
