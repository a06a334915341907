import Synchronization

/// The present state, and a stream of its changes for everybody who asks.
final class StateBroadcast: Sendable {
    private struct State {
        var current: AMQPConnectionState = .connecting(lastFailure: nil)
        var listeners: [Int: AsyncStream<AMQPConnectionState>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    var current: AMQPConnectionState { state.withLock(\.current) }

    /// Tells everybody, if it is news; after `closed` there is no news.
    func change(to new: AMQPConnectionState) {
        let finished = state.withLock { state -> [AsyncStream<AMQPConnectionState>.Continuation] in
            guard state.current != new, state.current != .closed else { return [] }
            state.current = new
            for listener in state.listeners.values { listener.yield(new) }
            return new == .closed ? Array(state.listeners.values) : []
        }
        // Outside the lock, for `finish` calls `forget`.
        for listener in finished { listener.finish() }
    }

    /// The present state, then every change; ends after `closed`.
    func changes() -> AsyncStream<AMQPConnectionState> {
        let (stream, continuation) = AsyncStream.makeStream(of: AMQPConnectionState.self)
        state.withLock { state in
            continuation.yield(state.current)
            guard state.current != .closed else { return continuation.finish() }
            state.listeners[state.next] = continuation
            let key = state.next
            continuation.onTermination = { [weak self] _ in self?.forget(key) }
            state.next += 1
        }
        return stream
    }

    private func forget(_ key: Int) {
        state.withLock { _ = $0.listeners.removeValue(forKey: key) }
    }
}
