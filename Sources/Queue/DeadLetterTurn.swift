import VerificationCore

/// Lets one caller at a time take dead letters, because no other caller sees what one has taken.
actor DeadLetterTurn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `body` after the bodies of all earlier callers; each has a deadline of its own.
    nonisolated func run<Value: Sendable>(
        _ body: () async throws(BrokerError) -> Value
    ) async throws(BrokerError) -> Value {
        await begin()
        do {
            let value = try await body()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    /// The same for a body that says by its value what went wrong.
    nonisolated func run<Value: Sendable>(_ body: () async -> Value) async -> Value {
        await begin()
        let value = await body()
        await end()
        return value
    }

    private func begin() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Hands the turn to the next caller who waits.
    private func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
