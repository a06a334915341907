import Synchronization

/// The present state, and a stream of its changes for everybody who asks.
///
/// Streams are fed with the lock held, so that everybody hears the changes in one order. No `onTermination` may take
/// the lock: a cancellation calls it while it holds the cancelled task's own lock, for which `yield` waits when it
/// wakes that task, and both would wait for ever.
final class StateBroadcast: Sendable {
    private struct State {
        var current: AMQPConnectionState = .connecting(lastFailure: nil)
        var listeners: [AsyncStream<AMQPConnectionState>.Continuation] = []
    }

    private let state = Mutex(State())

    var current: AMQPConnectionState { state.withLock(\.current) }

    /// Tells everybody, if it is news; after `closed` there is no news.
    func change(to new: AMQPConnectionState) {
        state.withLock { state in
            guard state.current != new, state.current != .closed else { return }
            state.current = new
            // Whoever has stopped listening is forgotten with the next news.
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
