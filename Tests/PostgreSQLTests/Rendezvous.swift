import Synchronization

/// A barrier that opens for good when the expected number of tasks has arrived.
final class Rendezvous: Sendable {
    private struct State {
        var missing: Int
        var arrivals = 0
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    }

    private let state: Mutex<State>

    init(of count: Int) {
        state = Mutex(State(missing: count))
    }

    /// Waits for the others; returns at once when the barrier is open.
    ///
    /// A cancelled task throws, so that a test whose other half has failed ends.
    func arrive() async throws {
        let number = state.withLock { state in
            state.missing -= 1
            state.arrivals += 1
            return state.arrivals
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, number) }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    private func wait(_ continuation: CheckedContinuation<Void, any Error>, _ number: Int) {
        let released = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            state.waiting[number] = continuation
            guard state.missing <= 0 else { return [] }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        released.forEach { $0.resume() }
        if Task.isCancelled {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }
}
