import Logging
import Synchronization
import VerificationCore

/// Holds requests back while the database is away or does not fit this program.
///
/// When the database is mended, the requests go on where they were. The gate is closed at the start. A single task at a
/// time asks whether the store is fit, and the other tasks wait for its answer. So a worker with a thousand requests in
/// hand asks a starting database once, not a thousand times.
package final class StoreGate: Sendable {
    /// Whether requests go through, and why not.
    package enum Condition: Sendable, Hashable {
        /// The store has not been examined yet.
        case starting
        case open
        case away
        /// The text says what an operator has to do.
        case unfit(String)
    }

    /// How long a worker goes on asking the store.
    enum Patience {
        /// For a request that is not claimed: when the worker stops, another worker may have the request.
        case untilStop
        /// For the worker's own claim and its outcome: it asks until its task is cancelled.
        case untilCancelled
    }

    private struct State {
        var condition = Condition.starting
        var isAsking = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var waiters = 0
    }

    private let state = Mutex(State())
    private let isStopping = Atomic(false)
    private let store: any StoreHealth
    private let probe: Duration
    private let examinesEvery: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - store: What the gate stands before.
    ///   - probe: How long to wait before a store that was away or unfit is asked again.
    ///   - examinesEvery: How long `keep` trusts a store that fits.
    ///   - logger: Gets every change of the condition, once.
    package init(
        store: any StoreHealth, probe: Duration = .seconds(1), examinesEvery: Duration = .seconds(10),
        logger: Logger
    ) {
        self.store = store
        self.probe = probe
        self.examinesEvery = examinesEvery
        self.logger = logger
    }

    /// How it stands at this moment; costs one lock.
    package var condition: Condition { state.withLock { $0.condition } }

    /// Whether requests are being held back now.
    package var isClosed: Bool { condition != .open }

    /// Whether the store answers and does not fit, so that an operator has to mend it.
    package var isUnfit: Bool {
        if case .unfit = condition { return true }
        return false
    }

    /// Opens the gate, and examines the store again and again, until the task is cancelled or the gate stopped.
    ///
    /// While this process runs, a newer program may migrate the database, or an operator may revoke a grant. An idle
    /// process would not notice it, and a busy process would work on.
    package func keep() async {
        while (try? await opened(.untilStop)) != nil, (try? await Task.sleep(for: examinesEvery)) != nil {
            do {
                try await store.examine()
            } catch {
                // A request that asks the store will notice by itself that the store is away.
                if case .unfit(let words) = error { note(.unfit(words)) }
            }
        }
    }

    /// Returns when requests may go through; throws `CancellationError` when the gate is stopped or the task cancelled.
    package func opened() async throws(CancellationError) { try await opened(.untilStop) }

    private func opened(_ patience: Patience) async throws(CancellationError) {
        while true {
            if isOver(patience) { throw CancellationError() }
            guard isClosed else { return }
            if Task.isCancelled { throw CancellationError() }
            await (takesTurn() ? askUntilFit(patience) : nextWord(patience))
        }
    }

    /// From now on no task begins to ask `untilStop`; a task that waits to ask gives up within one probe.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        wake(endingTurn: false)
    }

    /// Asks the store again and again until it answers.
    ///
    /// `question` must be safe to ask twice. Throws `dead` when the store can never answer it, `heldUp` when only this
    /// question has to wait, `stopped` when the patience is over.
    func answer<Value: Sendable>(
        _ patience: Patience, _ question: () async throws(StoreProblem) -> Value
    ) async throws(Undone) -> Value {
        var isInDoubt = false
        while true {
            do { try await opened(patience) } catch { throw .stopped }
            do {
                return try await question()
            } catch {
                switch error {
                case .unavailable:
                    isInDoubt = true
                    note(.away)
                // The store may have saved an earlier question; then only this worker can go on with it.
                case .locked where isInDoubt:
                    do { try await Task.sleep(for: probe) } catch { throw .stopped }
                case .unfit(let words): note(.unfit(words))
                case .locked: throw .heldUp(Undone.HeldUp(reason: "locked", detail: nil))
                case .unreadable(let words): throw .heldUp(Undone.HeldUp(reason: "unreadable", detail: words))
                case .broken(let words): throw .dead(DeadLetter(.internalError, detail: words))
                }
            }
        }
    }
}

// MARK: - Asking

extension StoreGate {
    private func takesTurn() -> Bool {
        state.withLock { state in
            defer { state.isAsking = true }
            return !state.isAsking
        }
    }

    private func isOver(_ patience: Patience) -> Bool {
        switch patience {
        case .untilStop: isStopping.load(ordering: .relaxed)
        case .untilCancelled: false
        }
    }

    /// Asks until the store is fit, the task is cancelled or the patience is over; then another task may ask.
    ///
    /// A store that was just away or unfit is asked again after one probe, not at once.
    private func askUntilFit(_ patience: Patience) async {
        if condition != .starting { try? await Task.sleep(for: probe) }
        while !Task.isCancelled, !isOver(patience) {
            do {
                try await store.examine()
                note(.open)
                break
            } catch {
                if case .unfit(let words) = error { note(.unfit(words)) } else { note(.away) }
            }
            try? await Task.sleep(for: probe)
        }
        wake(endingTurn: true)
    }

    /// Wakes all tasks that wait; a task that still has to wait comes back.
    private func wake(endingTurn: Bool) {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            if endingTurn { state.isAsking = false }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the asking task has its answer or gives up, or when this task is cancelled.
    private func nextWord(_ patience: Patience) async {
        let number = state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    let waits = state.isAsking && !Task.isCancelled && !isOver(patience)
                    if waits { state.waiting[number] = continuation }
                    return waits
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    /// Keeps the condition, and logs it when it has changed.
    private func note(_ next: Condition) {
        let last = state.withLock { state in
            defer { state.condition = next }
            return state.condition
        }
        guard last != next else { return }
        switch next {
        case .starting: break
        case .open where last == .starting: logger.info("the database fits")
        case .open: logger.notice("the database is back; what waited goes on")
        case .away: logger.warning("the database does not answer; what needs it waits")
        case .unfit(let words):
            logger.error(
                "the database does not fit; what needs it waits until it is mended",
                metadata: [LogKeys.error: "\(words)"])
        }
    }
}
