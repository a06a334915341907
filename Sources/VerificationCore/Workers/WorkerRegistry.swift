/// Port: what workers tell each other, and what operators tell all of them: the gateways' switches and the queues' pauses.
///
/// A worker follows what an operator has said with its next exchange, about a second later.
package protocol WorkerRegistry: Sendable {
    /// Counts a worker as alive, notes its update, and answers what all workers know then.
    ///
    /// For each gateway the registry keeps the newest notice, as `BreakerNotice.isNewer` orders them. The answer
    /// includes this call's update. A worker counts as alive for `GatewayStatuses.workerLease` after its last exchange.
    /// A worker that ends may leave earlier, but at the earliest a second after it began its last call.
    ///
    /// The same update may come twice: when an answer is lost, the worker sends it again.
    func exchange(_ update: WorkerUpdate, of worker: UInt64) async throws(StoreError) -> RegistryStatus

    /// Lets a worker count as alive for one more second, and no longer; for a worker that stops in order.
    func leave(_ worker: UInt64) async throws(StoreError)

    /// What workers say of themselves, and which queues are paused.
    func workforce() async throws(StoreError) -> Workforce

    /// Gives a gateway another weight than the settings do; nil gives it the settings' weight again.
    ///
    /// The gateway's name is not checked.
    func setWeight(_ weight: Int?, of gateway: String) async throws(StoreError)

    /// Switches a gateway off, or on again; its weight stays.
    func turn(_ gateway: String, isOff: Bool) async throws(StoreError)

    /// How the gateways stand at all workers, with what operators have said of them.
    func gateways() async throws(StoreError) -> GatewayOverview

    /// Pauses a queue, and answers the pause that stands then; `isNew` is false when the queue was paused before.
    ///
    /// The first pause stays with its name and its reason: the operator who comes second learns from it. When another
    /// operator resumes the queue at the same moment, either may come first, and the later call counts.
    ///
    /// - Parameters:
    ///   - queue: the queue from which workers take nothing then.
    ///   - who: the operator's name.
    ///   - reason: why, for other operators.
    ///   - duration: after this time, by the store's clock, the pause ends by itself; nil for a pause until `resume`.
    /// - Returns: the pause that stands, and whether this call began it.
    /// - Throws: a `StoreError`; then the queue may be paused or not.
    func pause(
        _ queue: WorkQueue, by who: String, because reason: String, lasting duration: Duration?
    ) async throws(StoreError) -> (pause: QueuePause, isNew: Bool)

    /// Ends a queue's pause, and answers what ended; nil when the queue was not paused.
    func resume(_ queue: WorkQueue) async throws(StoreError) -> QueuePause?

    /// Removes the pauses whose end has come, and adds for each a line to the audit, in one transaction.
    ///
    /// Such a pause holds no worker up and stands in no list, also before this call. `pause` and `resume` do the same
    /// first. Of two calls at the same moment one adds the line.
    func settlePauses() async throws(StoreError)
}

extension WorkerRegistry {
    /// The same without an end.
    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String
    ) async throws(StoreError) -> (pause: QueuePause, isNew: Bool) {
        try await pause(queue, by: who, because: reason, lasting: nil)
    }
}

/// What a worker learns with each exchange.
package struct RegistryStatus: Sendable, Hashable {
    package let gateways: GatewayStatuses
    /// The queues from which workers take nothing; a queue that is missing is not paused.
    package let pauses: [WorkQueue: QueuePause]

    /// The number of the last change of what operators say here; a later change may be in it as well.
    package let switches: Int64

    package init(
        gateways: GatewayStatuses = GatewayStatuses(), pauses: [WorkQueue: QueuePause] = [:], switches: Int64 = 0
    ) {
        self.gateways = gateways
        self.pauses = pauses
        self.switches = switches
    }
}

/// An operator's order that workers take nothing from a queue for now.
package struct QueuePause: Sendable, Hashable {
    /// Who paused the queue, for example the name of a user of the operating system.
    package let who: String
    package let reason: String
    package let since: Timestamp
    /// When the pause ends by itself; nil for a pause that lasts until an operator resumes the queue.
    package let until: Timestamp?

    package init(who: String, reason: String, since: Timestamp, until: Timestamp? = nil) {
        self.who = who
        self.reason = reason
        self.since = since
        self.until = until
    }

    /// Whether workers have to follow the pause at that moment of the store's clock.
    package func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }
}

/// What a worker reports with each exchange.
package struct WorkerUpdate: Sendable, Hashable {
    package let status: WorkerStatus
    package let gateways: GatewayUpdate

    package init(status: WorkerStatus, gateways: GatewayUpdate) {
        self.status = status
        self.gateways = gateways
    }
}

/// What a worker reports to the other workers.
package struct GatewayUpdate: Sendable, Hashable {
    /// At most a notice for each gateway; a worker repeats a notice until the registry has it, or a newer notice.
    package let notices: [BreakerNotice]

    package init(notices: [BreakerNotice]) {
        self.notices = notices
    }
}
