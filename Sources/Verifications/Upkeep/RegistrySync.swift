import Logging
import Synchronization
import VerificationCore

/// Reports this worker's status to the registry once a second, and follows what operators and other workers write.
///
/// When an operator has changed a switch, it follows at once; see `renew`.
///
/// While the database is away, everything stays as it was last: what is paused stays paused, and what is not goes on. The
/// gate logs that the database is away.
package final class RegistrySync: Sendable {
    private struct Last {
        var state = GatewayStatuses()
        var update = GatewayUpdate(notices: [])
        /// Nil before the first answer.
        var pauses: [WorkQueue: QueuePause]?
        var isStopping = false
        var waiting: [AsyncStream<Never>.Continuation] = []
        /// The callers of `renew` that wait for an exchange that begins from now on.
        var asking: [CheckedContinuation<Bool, Never>] = []
        /// What the sync does between two exchanges; nil during an exchange.
        var rest: Task<Void, Never>?
        var isOver = false
    }

    private let registry: any WorkerRegistry
    private let worker: UInt64
    private let inboxes: [WorkQueue: any JobInbox]
    private let gate: StoreGate
    private let hooks: RegistryHooks
    private let sleep: @Sendable (Duration) async -> Void
    let logger: Logger
    private let last = Mutex(Last())

    /// - Parameters:
    ///   - registry: what all workers share.
    ///   - worker: this worker's name there; 64 random bits, so that no two workers have the same.
    ///   - inboxes: what follows the queues' pauses.
    ///   - gate: the gate before the store.
    ///   - hooks: what this worker reports, and how it follows.
    ///   - sleep: waits; less long when the task is cancelled.
    ///   - logger: gets what operators and other workers have changed.
    package init(
        _ registry: any WorkerRegistry, as worker: UInt64, inboxes: [WorkQueue: any JobInbox], gate: StoreGate,
        hooks: RegistryHooks, sleep: @escaping @Sendable (Duration) async -> Void, logger: Logger
    ) {
        (self.registry, self.worker, self.inboxes) = (registry, worker, inboxes)
        (self.gate, self.hooks, self.sleep, self.logger) = (gate, hooks, sleep, logger)
    }

    /// Runs until its task is cancelled; then the worker leaves the registry.
    ///
    /// It has to outlive the worker's last call, because the other workers leave a living worker its share of a pace.
    package func run() async {
        var hasComplained = false
        while !Task.isCancelled {
            let askedAt = ContinuousClock.now
            let asking = last.withLock { last in
                defer { last.asking = [] }
                return last.asking
            }
            do throws(StoreError) {
                try await exchange(askedAt)
                for asker in asking { asker.resume(returning: true) }
            } catch {
                for asker in asking { asker.resume(returning: false) }
                // The next exchange reports again what this exchange could not. Only a worker that does not know what is
                // paused stands still for it, and the gate is open when something else than the database's state is wrong.
                if !knowsPauses, !gate.isClosed, !hasComplained {
                    complain(error)
                    hasComplained = true
                }
            }
            let pause: Duration = knowsPauses ? .seconds(1) : .milliseconds(250)
            await rest(until: askedAt + pause)
        }
        let asking = last.withLock { last in
            defer { (last.asking, last.isOver) = ([], true) }
            return last.asking
        }
        // This worker takes nothing any more, so it cannot go against a switch.
        for asker in asking { asker.resume(returning: true) }
        // A cancelled task could not ask the database any more. Without this call the others wait 5 s for this worker.
        _ = await Task { [registry, worker] in try? await registry.leave(worker) }.value
    }

    /// Ends early when a caller of `renew` asks for an exchange.
    private func rest(until end: ContinuousClock.Instant) async {
        // Cancelled: a caller asks, or the process stops.
        let rest = Task { [sleep] in await sleep(end - .now) }
        let isAsked = last.withLock { last in
            last.rest = rest
            return !last.asking.isEmpty
        }
        if isAsked { rest.cancel() }
        await withTaskCancellationHandler {
            await rest.value
        } onCancel: {
            rest.cancel()
        }
        last.withLock { $0.rest = nil }
    }

    /// Returns when an exchange that began after the call has ended, and whether this worker follows what it said.
    package func renew() async -> Bool {
        await withCheckedContinuation { asker in
            let (isOver, rest) = last.withLock { last in
                if !last.isOver { last.asking.append(asker) }
                return (last.isOver, last.rest)
            }
            if isOver { asker.resume(returning: true) }
            rest?.cancel()
        }
    }

    /// Returns when the inboxes follow what operators have paused, or when the process begins to stop.
    ///
    /// Before it returns, no inbox may run: it would take messages from a queue that is paused.
    package func told() async {
        let (word, continuation) = AsyncStream.makeStream(of: Never.self)
        let isOver = last.withLock { last in
            if last.pauses != nil || last.isStopping { return true }
            last.waiting.append(continuation)
            return false
        }
        if !isOver { for await _ in word {} }
    }

    /// From now on the worker says that it stops.
    package func stops() {
        last.withLock { $0.isStopping = true }
        endWaits()
    }

    private func endWaits() {
        let waiting = last.withLock { last in
            defer { last.waiting = [] }
            return last.waiting
        }
        for continuation in waiting { continuation.finish() }
    }

    /// Whether this worker gets nothing from a queue because an operator has paused it.
    package func isPaused(_ queue: WorkQueue) -> Bool { paused.contains(queue) }

    /// Whether operators have paused the requests; waits until this worker gets none any more.
    ///
    /// Otherwise the broker could deliver to this worker what the worker gives back.
    package func hasPausedRequests() async -> Bool {
        let end = ContinuousClock.now + .seconds(5)
        while last.withLock({ $0.pauses?[.requests] != nil }) {
            if isPaused(.requests) || ContinuousClock.now > end { return true }
            await sleep(.milliseconds(10))
            if Task.isCancelled { return true }
        }
        return false
    }

    /// The queues that send this worker nothing, because an operator has paused them.
    ///
    /// A queue whose messages this worker still gets is not among them, although an operator has paused it just now.
    package var paused: Set<WorkQueue> {
        let ordered = last.withLock { $0.pauses ?? [:] }.keys
        return Set(ordered.filter { inboxes[$0]?.isPaused ?? false })
    }

    private var knowsPauses: Bool { last.withLock { $0.pauses != nil } }

    /// The gateways whose breaker is open, as this worker knew it at its last exchange.
    package var openGateways: Set<String> {
        let (state, update) = last.withLock { ($0.state, $0.update) }
        // The registry may be away; then only this worker's update tells of its breakers.
        let own = Dictionary(update.notices.map { ($0.gateway, $0) }) { first, _ in first }
        let notices = state.gateways.compactMapValues(\.notice).merging(own) { _, own in own }
        return Set(notices.filter { $0.value.state == .open }.keys)
    }

    private func exchange(_ askedAt: ContinuousClock.Instant) async throws(StoreError) {
        let update = hooks.update()
        last.withLock { $0.update = update }
        let status = hooks.status(paused, last.withLock(\.isStopping))
        let state = try await registry.exchange(WorkerUpdate(status: status, gateways: update), of: worker)
        follow(state.gateways, askedAt: askedAt)
        follow(state.pauses)
        hooks.followSwitches(state.switches)
    }

    private func follow(_ state: GatewayStatuses, askedAt: ContinuousClock.Instant) {
        hooks.apply(state, askedAt)
        let earlier = last.withLock { last in
            // The registry knows this worker's update now.
            defer { (last.state, last.update) = (state, GatewayUpdate(notices: [])) }
            return last.state
        }
        for change in state.changes(since: earlier) { log(change) }
    }

    /// Says the same to the inboxes with each exchange, because to pause a paused inbox changes nothing.
    private func follow(_ pauses: [WorkQueue: QueuePause]) {
        for (queue, inbox) in inboxes {
            if pauses[queue] == nil { inbox.resume(for: .order) } else { inbox.pause(for: .order) }
        }
        let earlier = last.withLock { last in
            defer { last.pauses = pauses }
            return last.pauses ?? [:]
        }
        endWaits()
        for queue in WorkQueue.allCases { log(queue, now: pauses[queue], earlier: earlier[queue]) }
    }
}

/// What a worker reports to the registry, and how it follows what the registry answers.
package struct RegistryHooks: Sendable {
    /// The worker's status; it gets the queues that send the worker nothing, and whether the worker stops.
    let status: @Sendable (Set<WorkQueue>, Bool) -> WorkerStatus
    /// What the worker's gateways report to the other workers.
    let update: @Sendable () -> GatewayUpdate
    /// Lets the gateways follow an answer whose question began at this moment.
    let apply: @Sendable (GatewayStatuses, ContinuousClock.Instant) -> Void
    /// Notes that the worker goes by the switches as they were after this change.
    let followSwitches: @Sendable (Int64) -> Void

    package init(
        status: @escaping @Sendable (Set<WorkQueue>, Bool) -> WorkerStatus,
        update: @escaping @Sendable () -> GatewayUpdate,
        apply: @escaping @Sendable (GatewayStatuses, ContinuousClock.Instant) -> Void,
        followSwitches: @escaping @Sendable (Int64) -> Void
    ) {
        (self.status, self.update, self.apply, self.followSwitches) = (status, update, apply, followSwitches)
    }
}
