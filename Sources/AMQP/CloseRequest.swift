import Dispatch
import Synchronization

/// The one-way talk between `run()`, which is to end, and `close()`, which wants to see it end.
final class CloseRequest: Sendable {
    private enum Phase {
        case notRunning
        case running
        case requested
        case finished
    }

    private struct State {
        var phase = Phase.notRunning
        var runner: CheckedContinuation<Void, Never>?
        var closers: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// False for every call but the first, and after a request.
    func begin() -> Bool {
        state.withLock { state in
            guard case .notRunning = state.phase else { return false }
            state.phase = .running
            return true
        }
    }

    /// Returns when closing is requested, or the task is cancelled.
    func requested() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard case .running = state.phase, !Task.isCancelled else { return true }
                    state.runner = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.runner.take() }?.resume()
        }
    }

    /// Asks for the end and waits for it, but no longer than `limit`.
    func request(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let (runner, key) = state.withLock { state -> (CheckedContinuation<Void, Never>?, Int?) in
                switch state.phase {
                case .notRunning:
                    state.phase = .finished
                    return (nil, nil)
                case .finished:
                    return (nil, nil)
                case .running, .requested:
                    state.phase = .requested
                    state.next += 1
                    state.closers[state.next] = continuation
                    return (state.runner.take(), state.next)
                }
            }
            guard let key else { return continuation.resume() }
            runner?.resume()
            DispatchQueue.global().asyncAfter(deadline: .now() + limit.timeInterval) { self.giveUp(key) }
        }
    }

    func finish() {
        let closers = state.withLock { state in
            state.phase = .finished
            defer { state.closers = [:] }
            return state.closers
        }
        for closer in closers.values { closer.resume() }
    }

    private func giveUp(_ key: Int) {
        state.withLock { $0.closers.removeValue(forKey: key) }?.resume()
    }
}
