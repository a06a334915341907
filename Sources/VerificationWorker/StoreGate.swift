import Logging
import Synchronization
import VerificationCore

/// Holds requests back while the database is away or does not fit this program, and lets them go on where they were when
/// it is mended.
///
/// It is closed at the start. Only one task at a time asks whether the store is fit; the others wait for its word. So a
/// worker with a thousand requests in hand does not greet a starting database with a thousand connections.
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

    /// For how long a question is asked.
    enum Patience {
        /// What is not claimed yet may be left to another worker when this one stops.
        case untilStop
        /// What became of a send is told as long as the worker lives.
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

    /// Whether the store answers and does not fit, and somebody has to mend it.
    package var isUnfit: Bool {
        if case .unfit = condition { return true }
        return false
    }

    /// Opens the gate, and looks behind it again and again, until the task is cancelled or the gate stopped.
    ///
    /// A newer program may migrate the database while this one runs, or somebody take a grant back: an idle process
    /// would not notice, and a busy one would work on.
    package func keep() async {
        while (try? await opened(.untilStop)) != nil, (try? await Task.sleep(for: examinesEvery)) != nil {
            do {
                try await store.examine()
            } catch {
                // A store that is away is found out by whoever asks it something.
                if case .unfit(let words) = error { note(.unfit(words)) }
            }
        }
    }

    /// Returns when requests may go through; throws `CancellationError` when nobody waits for that any more.
    package func opened() async throws(CancellationError) { try await opened(.untilStop) }

    private func opened(_ patience: Patience) async throws(CancellationError) {
        while true {
            if isOver(patience) { throw CancellationError() }
            guard isClosed else { return }
            if Task.isCancelled { throw CancellationError() }
            await (takesTurn() ? askUntilFit(patience) : nextWord(patience))
        }
    }

    /// From now on nobody begins to ask `untilStop`, and whoever waits to ask gives up, at the latest after one probe.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        wake(endingTurn: false)
    }

    /// Asks the store, as often as it takes until it answers.
    ///
    /// `question` must be safe to ask twice. `dead`: it can never be answered. `heldUp`: others go on meanwhile.
    /// `stopped`: the patience is over.
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
                // What was asked before may have been saved, and then it is this worker's: nobody else could go on with it.
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

    /// Ends when the store is fit, the task is cancelled or the patience over; then it is another's turn.
    ///
    /// Whoever was just told that the store is away gives it a moment.
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

    /// Who still has to wait asks again and comes back.
    private func wake(endingTurn: Bool) {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            if endingTurn { state.isAsking = false }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the one that asks has its answer, or does not ask any more, or when the task is cancelled.
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

    /// Says every change once.
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
