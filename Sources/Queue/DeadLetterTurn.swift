import VerificationCore

/// Lets one caller at a time take dead letters, because no other caller sees what one has taken.
actor DeadLetterTurn {
    /// The longest wait for a turn: while the broker is silent, each caller ahead takes seconds, and a page has to come.
    private static let patience = Duration.seconds(2)

    private var isTaken = false
    private var waiting: [(number: Int, gate: CheckedContinuation<Bool, Never>)] = []
    private var lastNumber = 0

    /// Runs `body` after the bodies of earlier callers; each has a deadline of its own.
    ///
    /// A caller who has waited too long goes on beside the others, and may not see what they have taken.
    nonisolated func run<Value: Sendable, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let hasTurn = await begin()
        do throws(Failure) {
            let value = try await body()
            if hasTurn { await end() }
            return value
        } catch {
            if hasTurn { await end() }
            throw error
        }
    }

    /// False for a caller who goes on without a turn.
    private func begin() async -> Bool {
        guard isTaken else {
            isTaken = true
            return true
        }
        lastNumber += 1
        let number = lastNumber
        let timer = Task {
            try await Task.sleep(for: Self.patience)
            giveUp(number)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { waiting.append((number, $0)) }
    }

    private func giveUp(_ number: Int) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).gate.resume(returning: false)
    }

    /// Hands the turn to the next caller who waits.
    private func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().gate.resume(returning: true) }
    }
}
