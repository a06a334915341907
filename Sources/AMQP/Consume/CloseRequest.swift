import Connections
import Synchronization

/// Where `close()` asks `run()` to end, and waits until it has ended.
final class CloseRequest: Sendable {
    private enum Phase {
        case notRunning
        case running
        case requested
        case finished
    }

    private struct State {
        var phase = Phase.notRunning
        var runner: FirstAnswer<Void>?
        var closers: [FirstAnswer<Void>] = []
    }

    private let state = Mutex(State())

    /// True for the first call, unless `request` came before it; false for every later call.
    func begin() -> Bool {
        state.withLock { state in
            guard case .notRunning = state.phase else { return false }
            state.phase = .running
            return true
        }
    }

    /// Returns when `request` is called, or the task is cancelled.
    func requested() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let runner = FirstAnswer(continuation)
                let isOver = state.withLock { state in
                    guard case .running = state.phase, !Task.isCancelled else { return true }
                    state.runner = runner
                    return false
                }
                if isOver { runner.give() }
            }
        } onCancel: {
            state.withLock(\.runner)?.give()
        }
    }

    /// Asks for the end and waits for it, but no longer than `limit`.
    ///
    /// Without a `run()` there is nothing to wait for, and a later `run()` does not begin.
    func request(within limit: Duration) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let closer = FirstAnswer(continuation)
            let (runner, isOver) = state.withLock { state -> (FirstAnswer<Void>?, Bool) in
                switch state.phase {
                case .notRunning:
                    state.phase = .finished
                    return (nil, true)
                case .finished:
                    return (nil, true)
                case .running, .requested:
                    state.phase = .requested
                    state.closers.append(closer)
                    return (state.runner, false)
                }
            }
            runner?.give()
            // Without the loop nothing could keep the limit.
            guard !isOver, let loop = ConnectionLoop.shared else { return closer.give() }
            loop.async(at: .now + limit) { closer.give() }
        }
    }

    func finish() {
        let closers = state.withLock { state in
            state.phase = .finished
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.give() }
    }
}
