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
        /// For what every process does before its work: until it stops.
        case untilStop
        /// For a request that is not claimed: another worker may have it when this worker stops, or when this worker's
        /// store is away or unfit for long.
        case untilSentBack
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
    private let stopping = Atomic(false)
    /// Whether what is not claimed leaves the process; ends when the gate opens.
    private let sendingBack = Atomic(false)
    /// One element for all changes of the condition since the last element.
    package let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation
    private let examine: @Sendable () async throws(StoreError) -> Void
    let probe: Duration
    private let examinesEvery: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - examine: Returns when the store before which the gate stands can do this process's work.
    ///   - probe: How long to wait before a store that was away or unfit is asked again.
    ///   - examinesEvery: How long `keep` trusts a store that fits. A store that stops to fit is found out in this time.
    ///   - logger: Gets every change of the condition, once.
    package init(
        examine: @escaping @Sendable () async throws(StoreError) -> Void, probe: Duration = .seconds(1),
        examinesEvery: Duration = .seconds(3), logger: Logger
    ) {
        self.examine = examine
        self.probe = probe
        self.examinesEvery = examinesEvery
        self.logger = logger
        (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
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

    /// Why calls should not be made now; nil while the gate is open, and before the first examination.
    package var refusal: StoreError? {
        switch condition {
        case .starting, .open: nil
        case .away: .unavailable
        case .unfit(let words): .unfit(words)
        }
    }

    /// Notes the error of a call that did not wait for the gate; an error that concerns only that call closes nothing.
    package func hear(of problem: StoreError) {
        switch problem {
        case .unavailable: note(.away)
        case .unfit(let words): note(.unfit(words))
        case .inDoubt, .locked, .busy, .unreadable, .keyMissing, .broken: break
        }
    }

    /// Opens the gate, and examines the store again and again, until the task is cancelled or the gate stopped.
    ///
    /// While this process runs, a newer program may migrate the database, or an operator may revoke a grant. An idle
    /// process would not notice it, and a busy process would work on. A single examination without an answer closes
    /// nothing, because it may have been slow; a request that asks the store notices by itself that the store is away.
    package func keep() async {
        var unanswered = 0
        // Each of the two ends only when the process stops.
        while (try? await opened(.untilStop)) != nil, await trusts() {
            if isClosed { continue }
            do {
                try await examine()
                unanswered = 0
            } catch {
                unanswered += 1
                if case .unfit(let words) = error { note(.unfit(words)) } else if unanswered > 1 { note(.away) }
            }
        }
    }

    /// Waits as long as the store is trusted, or until something has closed the gate; false when the task is cancelled.
    private func trusts() async -> Bool {
        let end = ContinuousClock.now + examinesEvery
        while !isClosed, ContinuousClock.now < end {
            guard (try? await Task.sleep(for: min(.milliseconds(500), examinesEvery))) != nil else { return false }
        }
        return true
    }

    /// Returns when requests may go through; throws `CancellationError` when the gate is stopped or the task cancelled.
    package func opened() async throws(CancellationError) { try await opened(.untilStop) }

    func opened(_ patience: Patience) async throws(CancellationError) {
        while true {
            if isOver(patience) { throw CancellationError() }
            guard isClosed else { return }
            if Task.isCancelled { throw CancellationError() }
            await (takesTurn() ? askUntilFit(patience) : nextWord(patience))
        }
    }

    /// From now on no task begins to ask `untilStop`; a task that waits to ask gives up within one probe.
    func stop() {
        stopping.store(true, ordering: .relaxed)
        wake(endingTurn: false)
    }

    /// Whether the process stops.
    var isStopping: Bool { stopping.load(ordering: .relaxed) }

    /// Makes all who wait for the gate with an unclaimed request give up, and all who come, until the gate opens.
    ///
    /// Call it when the inboxes are paused: what is given up could come back here otherwise. While the gate is open it
    /// does nothing.
    func sendBack() {
        state.withLock { sendingBack.store($0.condition != .open, ordering: .relaxed) }
        wake(endingTurn: false)
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
        case .untilStop: isStopping
        case .untilSentBack: isStopping || sendingBack.load(ordering: .relaxed)
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
                try await examine()
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
    func note(_ next: Condition) {
        let last = state.withLock { state in
            defer { state.condition = next }
            if next == .open { sendingBack.store(false, ordering: .relaxed) }
            return state.condition
        }
        guard last != next else { return }
        change.yield()
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
