/// Lets one task after the other do its work, in the order in which they came.
final class Turns: Sendable {
    private let state = Guarded((isTaken: false, waiting: [Arrival<Void>]()))

    /// Does the work when all earlier work has ended; throws `CancellationError` for a task that is cancelled before.
    func next<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        let turn: Arrival<Void>? = state.with { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let turn = Arrival<Void>()
            state.waiting.append(turn)
            return turn
        }
        try await turn?.value()
        defer { pass() }
        return try await work()
    }

    private func pass() {
        var isPassed = false
        while !isPassed {
            let next: Arrival<Void>? = state.with { state in
                if state.waiting.isEmpty {
                    state.isTaken = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            // A task that was cancelled meanwhile takes no turn.
            isPassed = next?.settle(.success(())) ?? true
        }
    }
}
