import Glibc
import Synchronization

/// Frees a thread that hangs in a C library: it shuts down the socket on which the thread waits.
///
/// librabbitmq does not give every call a deadline. A call made inside `guarding` has a deadline. When the deadline
/// passes, `shutdown(2)` makes the library's `recv` or `send` return, and the call fails as on a broken connection.
package final class SocketWatchdog: Sendable {
    private struct Guarded {
        var fileDescriptor: Int32
        var deadline: ContinuousClock.Instant
        var fired = false
    }

    private struct State {
        var guarded: [UInt64: Guarded] = [:]
        var next: UInt64 = 0
        var timer: LoopTimer?
    }

    private let state = Mutex(State())

    /// Watches from the thread of `loop`, which must be no thread that can hang.
    package init(on loop: ConnectionLoop) {
        let timer = LoopTimer(on: loop) { [weak self] in self?.shutOverdue() }
        state.withLock { $0.timer = timer }
    }

    /// Runs `body`, and shuts the socket down if `body` has not returned after `limit`; costs two locks and no thread.
    ///
    /// - Returns: what `body` returned, and whether the socket was shut down. Then the connection is dead: destroy it
    ///   without another protocol call.
    package func guarding<Value, Failure: Error>(
        _ fileDescriptor: Int32, for limit: Duration, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> (value: Value, wasShut: Bool) {
        let token = add(fileDescriptor, deadline: .now + limit)
        let value: Value
        do {
            value = try body()
        } catch {
            _ = remove(token)
            throw error
        }
        return (value, remove(token))
    }

    private func add(_ fileDescriptor: Int32, deadline: ContinuousClock.Instant) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.guarded[state.next] = Guarded(fileDescriptor: fileDescriptor, deadline: deadline)
            state.timer?.ring(noLaterThan: deadline)
            return state.next
        }
    }

    private func remove(_ token: UInt64) -> Bool {
        state.withLock { $0.guarded.removeValue(forKey: token)?.fired ?? false }
    }

    /// Shuts sockets down while it holds the lock.
    ///
    /// Once `remove` has returned, the owner may close the descriptor, and the number may belong to another socket.
    private func shutOverdue() {
        let now = ContinuousClock.now
        state.withLock { state in
            for (token, entry) in state.guarded where !entry.fired && entry.deadline <= now {
                _ = shutdown(entry.fileDescriptor, Int32(SHUT_RDWR))
                state.guarded[token]?.fired = true
            }
            let open = state.guarded.values.lazy.filter { !$0.fired }.map(\.deadline)
            if let first = open.min() { state.timer?.ring(noLaterThan: first) }
        }
    }
}

extension SocketWatchdog {
    private static let known = Mutex<SocketWatchdog?>(nil)

    /// The watchdog of this process; nil when the process cannot have the shared loop yet.
    package static var shared: SocketWatchdog? {
        known.withLock { known in
            if known == nil, let loop = ConnectionLoop.shared { known = SocketWatchdog(on: loop) }
            return known
        }
    }
}
