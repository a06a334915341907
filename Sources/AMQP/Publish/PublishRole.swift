/// Sends the messages that tasks handed in into the mailbox and brings the broker's answers back.
struct PublishRole: ConnectionRole {
    /// The caller's functions for events other than confirmations.
    ///
    /// They run on the connection's thread and must return at once.
    struct Hooks: Sendable {
        var onReply: (@Sendable (AMQPDelivery) -> Void)?
        var onEnd: (@Sendable () -> Void)?
        var onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    }

    let mailbox: PublishMailbox
    let topology: AMQPTopology
    let hooks: Hooks
    private var answers: [PublishAnswer] = []
    /// Why the broker takes no messages, as the broker says it; nil while it takes them.
    private var alarm: String?

    init(mailbox: PublishMailbox, topology: AMQPTopology, hooks: Hooks) {
        self.mailbox = mailbox
        self.topology = topology
        self.hooks = hooks
    }

    var isIdle: Bool { mailbox.isIdle }

    mutating func prepare(_ handle: inout ConnectionHandle) throws(AMQPError) {
        for mismatch in try handle.declare(topology) { hooks.onMismatch?(mismatch) }
        try handle.enableConfirms()
        // RabbitMQ wants replies to be consumed on the channel that publishes the questions.
        if hooks.onReply != nil { try handle.subscribeToReplies(consumerTag: "replies") }
        mailbox.agreed(frameSize: handle.frameSize)
    }

    mutating func opened(wake: @escaping @Sendable () -> Void) {
        mailbox.opened(askToFetch: wake)
    }

    mutating func take(_ event: InboundEvent) throws(AMQPError) {
        switch event {
        case .confirmed(let confirmation): answers.append(.confirmed(confirmation))
        case .returned(let message): answers.append(.returned(message))
        case .delivered(let delivery): hooks.onReply?(delivery)
        case .blocked(let reason): setAlarm(reason)
        case .unblocked: setAlarm(nil)
        case .consumerCancelled: throw AMQPError(.connectionLost, context: "the broker ended the reply subscription")
        case .consumeAnswered, .cancelAnswered, .nothingToGet: break
        }
    }

    mutating func finishBatch() {
        mailbox.take(answers)
        answers.removeAll(keepingCapacity: true)
    }

    mutating func send(_ handle: inout ConnectionHandle) throws(AMQPError) {
        guard !mailbox.isUnanswered(at: .now) else {
            throw AMQPError(
                .timedOut, context: "the broker has confirmed nothing for \(PublishMailbox.Ledger.longestQuiet)")
        }
        guard !mailbox.isRefused(at: .now) else {
            throw AMQPError(.connectionLost, context: "the broker refuses every message for a queue")
        }
        try handle.socket?.gathering(mailbox.fetch()) { submission throws(AMQPError) in
            try handle.publish(
                submission.message, exchange: submission.exchange, routingKey: submission.routingKey,
                isMandatory: submission.isMandatory)
        }
    }

    mutating func silenceChanged(isSilent: Bool) {
        guard isSilent else { return setAlarm(alarm) }
        let silent = AMQPError(.notConnected, context: "nothing was heard from the broker for too long")
        mailbox.refuse(silent, state: .connecting(lastFailure: silent))
    }

    private mutating func setAlarm(_ reason: String?) {
        alarm = reason
        if let reason {
            mailbox.refuse(AMQPError(.blocked, context: reason), state: .blocked(reason: reason))
        } else {
            mailbox.resume()
        }
    }

    mutating func beginClosing() {
        mailbox.close()
    }

    mutating func ended(_ failure: AMQPError?) {
        finishBatch()
        if let failure { mailbox.connectionEnded(failure) } else { mailbox.closed() }
        hooks.onEnd?()
    }
}
