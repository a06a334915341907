import Synchronization

/// Lets a task wait until another wakes it; a wake-up that no task waits for ends the next wait at once.
///
/// A wait may end for no reason, so the task checks again what it waited for. Only a single task may wait.
final class Wakeup: Sendable {
    private struct State {
        var isSet = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func wake() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.isSet = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns when another task wakes it, after `limit`, or when the task is cancelled.
    func wait(atMost limit: Duration? = nil) async {
        let timer = limit.map { limit in
            Task { if (try? await Task.sleep(for: limit)) != nil { wake() } }
        }
        defer { timer?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    guard !state.isSet, !Task.isCancelled else {
                        state.isSet = false
                        return true
                    }
                    state.waiter = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            wake()
        }
    }
}
