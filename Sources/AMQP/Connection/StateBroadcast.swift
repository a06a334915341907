import Synchronization

/// The present state, and a stream of its changes for every listener that asks.
///
/// `change` yields to the streams while it holds the lock, so that all listeners hear the changes in one order. No
/// `onTermination` may take the lock. A cancellation calls `onTermination` while it holds the cancelled task's own
/// lock. `yield` waits for the task's lock when it wakes the task, so both threads would wait for ever.
final class StateBroadcast: Sendable {
    private struct State {
        var current: AMQPConnectionState = .connecting(lastFailure: nil)
        var listeners: [AsyncStream<AMQPConnectionState>.Continuation] = []
    }

    private let state = Mutex(State())

    var current: AMQPConnectionState { state.withLock(\.current) }

    /// Tells all listeners of a change; after `closed` nothing changes.
    func change(to new: AMQPConnectionState) {
        state.withLock { state in
            guard state.current != new, state.current != .closed else { return }
            state.current = new
            // A listener that has stopped is removed at the next change.
            state.listeners.removeAll { listener in
                if case .terminated = listener.yield(new) { true } else { false }
            }
            guard new == .closed else { return }
            for listener in state.listeners { listener.finish() }
            state.listeners = []
        }
    }

    /// The present state, then every change; ends after `closed`.
    func changes() -> AsyncStream<AMQPConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: AMQPConnectionState.self)
        state.withLock { state in
            continuation.yield(state.current)
            if state.current == .closed { continuation.finish() } else { state.listeners.append(continuation) }
        }
        return stream
    }
}
