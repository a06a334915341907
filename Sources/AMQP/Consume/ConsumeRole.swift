import ConnectionSupport

/// Hands deliveries over to the reader and brings the settlements back to the broker.
struct ConsumeRole: ConnectionRole {
    private static let consumerTag = "consumer"

    private enum Subscription {
        case active
        /// `basic.cancel` is on its way; messages that the broker sent before its answer still arrive, for 2 s at most.
        case cancelling(since: ContinuousClock.Instant)
        case ended
    }

    let desk: ConsumeDesk
    let topology: AMQPTopology
    let queue: String
    let prefetch: UInt16
    let onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    private var subscription = Subscription.active
    private var batch: [AMQPDelivery] = []
    private var lastSettlement = ContinuousClock.now

    init(
        desk: ConsumeDesk, topology: AMQPTopology, queue: String, prefetch: UInt16,
        onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    ) {
        self.desk = desk
        self.topology = topology
        self.queue = queue
        self.prefetch = prefetch
        self.onMismatch = onMismatch
    }

    /// False for 100 ms after the last settlement.
    ///
    /// When a connection ends, RabbitMQ's quorum queues lose acknowledgements that they have received but not yet
    /// processed. Then RabbitMQ would deliver messages again that are done.
    var isIdle: Bool { desk.isIdle && ContinuousClock.now - lastSettlement > .milliseconds(100) }

    mutating func prepare(_ handle: inout ConnectionHandle) throws(AMQPError) {
        desk.beginConnection()
        for mismatch in try handle.declare(topology) { onMismatch?(mismatch) }
        try handle.subscribe(queue: queue, consumerTag: ConsumeRole.consumerTag, prefetch: prefetch)
    }

    mutating func opened(wake: @escaping @Sendable () -> Void) {
        desk.opened(askToFetch: wake)
    }

    mutating func take(_ event: InboundEvent) throws(AMQPError) {
        switch event {
        case .delivered(let delivery): batch.append(delivery)
        case .consumerCancelled:
            // A new connection declares everything anew. The unsettled messages of a deleted queue are lost in any
            // case.
            throw AMQPError(.connectionLost, "the broker ended the subscription to queue \(queue)")
        case .cancelAnswered: endSubscription()
        case .blocked, .unblocked, .confirmed, .returned, .nothingToGet: break
        }
    }

    mutating func finishBatch() {
        if !batch.isEmpty {
            desk.hand(over: batch)
            batch.removeAll(keepingCapacity: true)
        }
        if case .cancelling(let since) = subscription, ContinuousClock.now - since > .seconds(2) { endSubscription() }
    }

    mutating func send(_ handle: inout ConnectionHandle) throws(AMQPError) {
        // The cancel goes before the settlements, so that the broker cannot deliver a rejected message here again.
        if case .active = subscription, desk.isStopping {
            subscription = .cancelling(since: .now)
            try handle.requestCancel(consumerTag: ConsumeRole.consumerTag)
        }
        let settlements = desk.fetch()
        if !settlements.isEmpty { lastSettlement = .now }
        try handle.socket?.gathering(settlements) { settlement throws(AMQPError) in try handle.settle(settlement) }
    }

    mutating func silenceChanged(isSilent: Bool) {
        let silent = AMQPError(.notConnected, "nothing was heard from the broker for too long")
        desk.broadcast.change(to: isSilent ? .connecting(lastFailure: silent) : .ready)
    }

    mutating func beginClosing() {}

    mutating func ended(_ failure: AMQPError?) {
        // The deliveries in `batch` are dropped: nothing can settle them, and the broker delivers them again.
        desk.connectionEnded(failure)
    }

    private mutating func endSubscription() {
        subscription = .ended
        finishBatch()
        desk.endDeliveries()
    }
}
