import Synchronization
import VerificationCore

/// Holds requests back while the database is away, and lets them go on where they were when it is back.
///
/// Only one task at a time asks whether it is back; the others wait for its word. So a worker with a thousand requests
/// in hand does not greet a starting database with a thousand connections.
package final class StoreGate: Sendable {
    /// For how long a question is asked.
    enum Patience {
        /// What is not claimed yet may be left to another worker when this one stops.
        case untilStop
        /// What became of a send is told as long as the worker lives.
        case untilCancelled
    }

    private struct State {
        var isAway = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let isStopping = Atomic(false)
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
    /// be answered, and `CancellationError` when the patience is over.
    func answer<Value: Sendable>(
        _ patience: Patience, _ question: () async throws(StoreProblem) -> Value
    ) async throws -> Value {
        while true {
            if isOver(patience) { throw CancellationError() }
            do {
                return try await question()
            } catch StoreProblem.broken(let problem) {
                throw DeadLetter(.internalError, detail: problem)
            } catch {
                try await reopened(patience)
            }
        }
    }

    /// From now on nobody begins to ask `untilStop`, and whoever waits to ask gives up, at the latest after one probe.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        wakeAll()
    }

    private func isOver(_ patience: Patience) -> Bool {
        switch patience {
        case .untilStop: isStopping.load(ordering: .relaxed)
        case .untilCancelled: false
        }
    }

    private func reopened(_ patience: Patience) async throws {
        try Task.checkCancellation()
        let isFirst = state.withLock { state in
            defer { state.isAway = true }
            return !state.isAway
        }
        guard isFirst else { return await nextWord(patience) }
        defer { open() }
        repeat {
            try await Task.sleep(for: probe)
            if isOver(patience) { return }
        } while await !isBack()
    }

    private func isBack() async -> Bool {
        do {
            try await store.ping()
            return true
        } catch {
            return false
        }
    }

    /// The one that asks may have had its answer, or the worker may have been stopped, between the look and the wait;
    /// then there is nothing to wait for.
    private func nextWord(_ patience: Patience) async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                let waits = state.isAway && !isOver(patience)
                if waits { state.waiting.append(continuation) }
                return waits
            }
            if !waits { continuation.resume() }
        }
    }

    private func open() {
        state.withLock { $0.isAway = false }
        wakeAll()
    }

    /// Who still has to wait asks again and comes back.
    private func wakeAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
