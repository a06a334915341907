import VerificationCore
import Verifications

/// The parts of a worker that make up its status.
struct WorkerStatusSource: Sendable {
    private let begun = ContinuousClock.now
    private let worker: JobWorker
    private let gate: StoreGate
    private let prefetch: Int
    private let gateways: ConfiguredGateways
    private let now: @Sendable () -> Timestamp
    let inboxes: [WorkQueue: any JobInbox]

    /// `now`: the database's time, as far as this process knows it.
    init(
        worker: JobWorker, gate: StoreGate, inboxes: [WorkQueue: any JobInbox], prefetch: Int,
        gateways: ConfiguredGateways, now: @escaping @Sendable () -> Timestamp
    ) {
        self.worker = worker
        self.gate = gate
        self.inboxes = inboxes
        self.prefetch = prefetch
        self.gateways = gateways
        self.now = now
    }

    /// The worker's status now; `paused`: the queues that send it nothing, because an operator has paused them.
    func status(paused: Set<WorkQueue>, isStopping: Bool) -> WorkerStatus {
        let (now, steady) = (now(), ContinuousClock.now)
        let (count, oldest) = worker.jobsInHand
        return WorkerStatus(
            host: Machine.hostName, version: ProgramVersion.full, processID: Machine.processID,
            startedAt: now - (steady - begun), inHand: count, oldestAt: oldest.map { now - (steady - $0) },
            prefetch: prefetch, activity: activity(isPaused: paused.contains(.requests), isStopping), paused: paused,
            links: Dictionary(gateways.links.map { ($0.gateway, $0.isUp) }) { $0 && $1 })
    }

    /// Of several, what an operator has to know first.
    private func activity(isPaused: Bool, _ isStopping: Bool) -> WorkerActivity {
        if isStopping { return .stopping }
        if gate.isClosed { return .heldUp }
        return isPaused ? .paused : .consuming
    }
}
