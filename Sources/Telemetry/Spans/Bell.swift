import Synchronization

/// Lets a task wait until somebody rings; a ring that nobody waits for ends the next wait at once.
///
/// A wait may end for no reason, so whoever waits looks again. Only a single task may wait.
final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func ring() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.isRung = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns when it rings, after `limit`, or when the task is cancelled.
    func wait(atMost limit: Duration? = nil) async {
        let timer = limit.map { limit in
            Task { if (try? await Task.sleep(for: limit)) != nil { ring() } }
        }
        defer { timer?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    guard !state.isRung, !Task.isCancelled else {
                        state.isRung = false
                        return true
                    }
                    state.waiter = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
