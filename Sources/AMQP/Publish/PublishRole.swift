/// Sends the messages that tasks handed in at the desk and brings the broker's answers back.
struct PublishRole: ConnectionRole {
    /// The caller's functions for events other than confirmations.
    ///
    /// They run on the connection's thread and must return at once.
    struct Hooks: Sendable {
        var onReply: (@Sendable (AMQPDelivery) -> Void)?
        var onEnd: (@Sendable () -> Void)?
        var onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    }

    let desk: PublishDesk
    let topology: AMQPTopology
    let hooks: Hooks
    private var answers: [PublishAnswer] = []
    /// Why the broker takes no messages, in its own word; nil while it takes them.
    private var alarm: String?

    init(desk: PublishDesk, topology: AMQPTopology, hooks: Hooks) {
        self.desk = desk
        self.topology = topology
        self.hooks = hooks
    }

    var isIdle: Bool { desk.isIdle }

    mutating func prepare(_ handle: inout ConnectionHandle) throws(AMQPError) {
        for mismatch in try handle.declare(topology) { hooks.onMismatch?(mismatch) }
        try handle.enableConfirms()
        // RabbitMQ wants replies to be consumed on the channel that publishes the questions.
        if hooks.onReply != nil { try handle.subscribeToReplies(consumerTag: "replies") }
        desk.agreed(frameSize: handle.frameSize)
    }

    mutating func opened(wake: @escaping @Sendable () -> Void) {
        desk.opened(askToFetch: wake)
    }

    mutating func take(_ event: InboundEvent) throws(AMQPError) {
        switch event {
        case .confirmed(let confirmation): answers.append(.confirmed(confirmation))
        case .returned(let message): answers.append(.returned(message))
        case .delivered(let delivery): hooks.onReply?(delivery)
        case .blocked(let reason): setAlarm(reason)
        case .unblocked: setAlarm(nil)
        case .consumerCancelled: throw AMQPError(.connectionLost, "the broker ended the reply subscription")
        case .consumeAnswered, .cancelAnswered, .nothingToGet: break
        }
    }

    mutating func finishBatch() {
        desk.take(answers)
        answers.removeAll(keepingCapacity: true)
    }

    mutating func send(_ handle: inout ConnectionHandle) throws(AMQPError) {
        guard !desk.isUnanswered(at: .now) else {
            throw AMQPError(.timedOut, "the broker has confirmed nothing for \(PublishDesk.Ledger.longestQuiet)")
        }
        guard !desk.isRefused(at: .now) else {
            throw AMQPError(.connectionLost, "the broker refuses every message for a queue")
        }
        try handle.socket?.gathering(desk.fetch()) { submission throws(AMQPError) in
            try handle.publish(
                submission.message, exchange: submission.exchange, routingKey: submission.routingKey,
                isMandatory: submission.isMandatory)
        }
    }

    mutating func silenceChanged(isSilent: Bool) {
        guard isSilent else { return setAlarm(alarm) }
        let silent = AMQPError(.notConnected, "nothing was heard from the broker for too long")
        desk.refuse(silent, state: .connecting(lastFailure: silent))
    }

    private mutating func setAlarm(_ reason: String?) {
        alarm = reason
        if let reason {
            desk.refuse(AMQPError(.blocked, reason), state: .blocked(reason: reason))
        } else {
            desk.resume()
        }
    }

    mutating func beginClosing() {
        desk.close()
    }

    mutating func ended(_ failure: AMQPError?) {
        finishBatch()
        if let failure { desk.connectionEnded(failure) } else { desk.closed() }
        hooks.onEnd?()
    }
}
