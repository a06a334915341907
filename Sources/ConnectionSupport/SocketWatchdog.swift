import Dispatch
import Glibc
import Synchronization

/// Frees a thread that hangs in a C library: it shuts down the socket on which the thread waits.
///
/// librabbitmq does not give every call a deadline. A call made inside `guarding` has a deadline. When the deadline
/// passes, `shutdown(2)` makes the library's `recv` or `send` return, and the call fails as on a broken connection.
package final class SocketWatchdog: Sendable {
    /// One watchdog serves the whole process; a guard costs one lock and no thread.
    package static let shared = SocketWatchdog()

    private struct Guarded {
        var fileDescriptor: Int32
        var deadline: ContinuousClock.Instant
        var fired = false
    }

    private struct State {
        var guarded: [UInt64: Guarded] = [:]
        var next: UInt64 = 0
        var timer: (any DispatchSourceTimer)?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "socket-watchdog")

    /// Runs `body`, and shuts the socket down if `body` has not returned after `limit`.
    ///
    /// The watchdog looks every 100 ms, so it may come up to 100 ms late.
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
            if state.timer == nil { state.timer = startTimer() }
            return state.next
        }
    }

    private func remove(_ token: UInt64) -> Bool {
        state.withLock { $0.guarded.removeValue(forKey: token)?.fired ?? false }
    }

    private func startTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
        timer.setEventHandler { [self] in shutOverdue() }
        timer.resume()
        return timer
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
            guard state.guarded.isEmpty else { return }
            state.timer?.cancel()
            state.timer = nil
        }
    }
}
