import Synchronization
import VerificationCore

/// Holds requests back while the database is away, and lets them go on where they were when it is back.
///
/// Only one task at a time asks whether it is back; the others wait for its word. So a worker with a thousand requests
/// in hand does not greet a starting database with a thousand connections.
package final class StoreGate: Sendable {
    private struct State {
        var isAway = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let store: any VerificationStore
    private let probe: Duration

    package init(store: any VerificationStore, probe: Duration) {
        self.store = store
        self.probe = probe
    }

    /// Whether requests are being held back now.
    package var isClosed: Bool { state.withLock { $0.isAway } }

    /// Asks the store, as often as it takes until it answers.
    ///
    /// `question` must be safe to ask twice. Throws a `DeadLetter` when the store answers that the question can never
    /// be answered, and `CancellationError` when the worker stops waiting.
    func answer<Value: Sendable>(_ question: () async throws(StoreProblem) -> Value) async throws -> Value {
        while true {
            do {
                return try await question()
            } catch StoreProblem.broken(let problem) {
                throw DeadLetter(.internalError, detail: problem)
            } catch {
                try await reopened()
            }
        }
    }

    private func reopened() async throws {
        try Task.checkCancellation()
        let isFirst = state.withLock { state in
            defer { state.isAway = true }
            return !state.isAway
        }
        guard isFirst else { return await nextWord() }
        defer { open() }
        repeat { try await Task.sleep(for: probe) } while await !isBack()
    }

    private func isBack() async -> Bool {
        do {
            try await store.ping()
            return true
        } catch {
            return false
        }
    }

    /// The one that asks may have had its answer between the look and the wait; then there is nothing to wait for.
    private func nextWord() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.isAway { state.waiting.append(continuation) }
                return !state.isAway
            }
            if isOpen { continuation.resume() }
        }
    }

    private func open() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
