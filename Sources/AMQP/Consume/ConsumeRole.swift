import Connections

/// Hands deliveries over to the reader and brings the settlements back to the broker.
struct ConsumeRole: ConnectionRole {
    /// How the subscription stands at the broker, as far as this side knows.
    private enum Subscription {
        /// The broker sends nothing: this process has not subscribed, or the broker has answered the cancel.
        case absent
        /// `basic.consume` is on its way; messages may come before its answer.
        case subscribing(consumerTag: String)
        case active(consumerTag: String)
        /// `basic.cancel` is on its way; messages that the broker sent before its answer still arrive.
        case cancelling
        /// For good: the reader of the deliveries has seen their end.
        case ended
    }

    let mailbox: ConsumeMailbox
    let topology: AMQPTopology
    let queue: String
    let prefetch: UInt16
    let onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    private var subscription = Subscription.absent
    private var subscriptions = 0
    /// When this side learned that no more messages are wanted; it waits for the answer to its cancel for 2 s at most.
    private var stopsSince: ContinuousClock.Instant?
    private var batch: [AMQPDelivery] = []
    private var lastSettlement = ContinuousClock.now

    init(
        mailbox: ConsumeMailbox, topology: AMQPTopology, queue: String, prefetch: UInt16,
        onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    ) {
        self.mailbox = mailbox
        self.topology = topology
        self.queue = queue
        self.prefetch = prefetch
        self.onMismatch = onMismatch
    }

    /// False for 100 ms after the last settlement.
    ///
    /// When a connection ends, RabbitMQ's quorum queues lose acknowledgements that they have received but not yet
    /// processed. Then RabbitMQ would deliver messages again that are done.
    var isIdle: Bool { mailbox.isIdle && ContinuousClock.now - lastSettlement > .milliseconds(100) }

    mutating func prepare(_ handle: inout ConnectionHandle) throws(AMQPError) {
        mailbox.beginConnection()
        for mismatch in try handle.declare(topology) { onMismatch?(mismatch) }
        try handle.setPrefetch(prefetch)
        // A connection that is made while the consumer is paused does not subscribe.
        if case .take = mailbox.desiredState {
            let consumerTag = beginSubscription()
            try handle.subscribe(queue: queue, consumerTag: consumerTag)
            subscription = .active(consumerTag: consumerTag)
        }
    }

    mutating func opened(wake: @escaping @Sendable () -> Void) {
        mailbox.opened(askToFetch: wake)
    }

    mutating func take(_ event: InboundEvent) throws(AMQPError) {
        switch event {
        case .delivered(let delivery): batch.append(delivery)
        case .consumerCancelled:
            // A new connection declares everything anew. The unsettled messages of a deleted queue are lost in any
            // case.
            throw AMQPError(.connectionLost, context: "the broker ended the subscription to queue \(queue)")
        case .consumeAnswered:
            // A pause or a stop may be wanted by now. Then `send` cancels.
            if case .subscribing(let consumerTag) = subscription { subscription = .active(consumerTag: consumerTag) }
        case .cancelAnswered:
            // The cancel may have been for a pause that is over by now. Then `send` subscribes again.
            subscription = .absent
            mailbox.setSubscribed(false)
        case .blocked, .unblocked, .confirmed, .returned, .nothingToGet: break
        }
    }

    mutating func finishBatch() {
        if !batch.isEmpty {
            mailbox.hand(over: batch)
            batch.removeAll(keepingCapacity: true)
        }
        if let stopsSince, ContinuousClock.now - stopsSince > .seconds(2) { endDeliveries() }
    }

    mutating func send(_ handle: inout ConnectionHandle) throws(AMQPError) {
        // The cancel goes before the settlements, so that the broker cannot deliver a rejected message here again.
        try followDesiredState(&handle)
        let frames = mailbox.fetch()
        if !frames.isEmpty { lastSettlement = .now }
        try handle.socket?.gathering(frames) { frame throws(AMQPError) in try handle.send(frame) }
    }

    mutating func silenceChanged(isSilent: Bool) {
        let silent = AMQPError(.notConnected, context: "nothing was heard from the broker for too long")
        mailbox.broadcast.change(to: isSilent ? .connecting(lastFailure: silent) : .ready)
    }

    mutating func beginClosing() {}

    mutating func ended(_ failure: AMQPError?) {
        // The deliveries in `batch` are dropped: nothing can settle them, and the broker delivers them again.
        mailbox.connectionEnded(failure)
    }
}

// MARK: - Subscribing and cancelling

extension ConsumeRole {
    /// Takes one step from where the subscription stands to where the consumer's owner wants it.
    ///
    /// Where a desired state meets an answer that is still on its way:
    /// - A resume comes while the cancel for a pause is under way. It waits for the answer, so that there is never more
    ///   than one subscription.
    /// - A stop comes while that cancel is under way. The same answer serves for the stop.
    /// - A pause or a stop comes right after a resume. It waits for the answer to the subscription: RabbitMQ 3.10.8 closes
    ///   the channel with an internal error when a cancel arrives before it has sent that answer.
    private mutating func followDesiredState(_ handle: inout ConnectionHandle) throws(AMQPError) {
        let desiredState = mailbox.desiredState
        if case .stop = desiredState, stopsSince == nil { stopsSince = .now }
        switch (subscription, desiredState) {
        case (.active(let consumerTag), .pause), (.active(let consumerTag), .stop):
            subscription = .cancelling
            try handle.requestCancel(consumerTag: consumerTag)
        case (.absent, .take):
            try subscribeAgain(&handle)
        case (.absent, .stop):
            endDeliveries()
        case (.active, .take), (.absent, .pause), (.subscribing, _), (.cancelling, _), (.ended, _): break
        }
    }

    /// Subscribes unless too many deliveries of earlier subscriptions are at work; then a later `send` tries again.
    ///
    /// The broker counts a subscription's deliveries by themselves. So the consumer holds up to twice its prefetch for a
    /// while after a resume, and never more, however often an operator pauses and resumes.
    private mutating func subscribeAgain(_ handle: inout ConnectionHandle) throws(AMQPError) {
        guard mailbox.unsettled <= Int(prefetch) else { return }
        try handle.requestSubscription(queue: queue, consumerTag: beginSubscription())
    }

    /// Notes that messages may come from now on, and returns a tag that this connection has not used.
    ///
    /// With a used tag RabbitMQ 3.10.8 closes the channel while deliveries of the earlier subscription are unsettled
    /// (rabbitmq-server issue 5927).
    private mutating func beginSubscription() -> String {
        subscriptions += 1
        let consumerTag = "consumer-\(subscriptions)"
        subscription = .subscribing(consumerTag: consumerTag)
        mailbox.setSubscribed(true)
        return consumerTag
    }

    private mutating func endDeliveries() {
        subscription = .ended
        mailbox.endDeliveries()
    }
}
