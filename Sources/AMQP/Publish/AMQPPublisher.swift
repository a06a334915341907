import Connections
import Synchronization

/// Publishes messages, and waits until the broker has confirmed them.
///
/// It owns one connection. `run()` makes it, and makes it again after a loss. Any number of tasks may publish at once.
package final class AMQPPublisher: Sendable {
    private let configuration: AMQPConfiguration
    private let topology: AMQPTopology
    private let hooks: PublishRole.Hooks
    private let mailbox: PublishMailbox
    private let hasRun = Mutex(false)

    /// A publisher that has yet to `run`.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: declared on every connection before the first message.
    ///   - window: the most messages that the broker has unconfirmed; further messages wait here for their turn.
    ///   - onMismatch: called on each new connection for every queue and exchange that exists with other settings.
    ///   - onEnd: called when a connection has ended or could not be made. From then on `onReply` gets no reply to a
    ///     message sent before.
    ///   - onReply: gets the replies to messages whose `replyTo` is `AMQPMessage.directReplyTo`. All three functions
    ///     run on the connection's thread and must return at once.
    package init(
        _ configuration: AMQPConfiguration, topology: AMQPTopology = AMQPTopology(), window: Int = 256,
        onMismatch: (@Sendable (AMQPMismatch) -> Void)? = nil, onEnd: (@Sendable () -> Void)? = nil,
        onReply: (@Sendable (AMQPDelivery) -> Void)? = nil
    ) {
        self.configuration = configuration
        self.topology = topology
        hooks = PublishRole.Hooks(onReply: onReply, onEnd: onEnd, onMismatch: onMismatch)
        mailbox = PublishMailbox(window: max(1, window))
    }

    /// How the connection stands at this moment; costs one lock.
    package var state: AMQPConnectionState { mailbox.broadcast.current }

    /// The present state, then every change; ends after `closed`.
    package func states() -> AsyncStream<AMQPConnectionState> { mailbox.broadcast.changes() }

    /// Connects, and stays connected until the task is cancelled; a second call returns at once.
    ///
    /// On cancellation it refuses messages that have not left, and waits up to two seconds for the confirmations of
    /// messages that have left.
    package func run() async {
        let isFirst = hasRun.withLock { hasRun in
            defer { hasRun = true }
            return !hasRun
        }
        guard isFirst else { return }
        await Reconnector(endpoints: configuration.endpoints).run { await session($0) }
        mailbox.closed()
    }

    /// Returns when the broker has confirmed the message, and throws in any other case.
    ///
    /// Cancelling the task changes nothing: the answer comes at the latest with the deadline.
    ///
    /// - Parameters:
    ///   - message: kept until its answer has come.
    ///   - exchange: has to exist, or the broker ends the channel and with it the connection. "" publishes to the queue
    ///     named by `routingKey`.
    ///   - routingKey: at most 255 bytes.
    ///   - isMandatory: makes a message that reaches no queue the error `returned`. Otherwise the broker confirms the
    ///     message and drops it.
    ///   - limit: how long all of it may take; the answer is at most a few milliseconds later.
    /// - Throws: an error whose `publishOutcome` tells whether the message can be in a queue all the same.
    package func publish(
        _ message: AMQPMessage, exchange: String, routingKey: String, isMandatory: Bool = true,
        within limit: Duration = .milliseconds(1500)
    ) async throws(AMQPError) {
        try MessageLimits.check(message, exchange: exchange, routingKey: routingKey, frameSize: mailbox.frameSize)
        let deadline = ContinuousClock.now + limit
        let result = await withCheckedContinuation { continuation in
            mailbox.submit(
                PublishMailbox.Ledger.Submission(
                    message: message, exchange: exchange, routingKey: routingKey, isMandatory: isMandatory,
                    deadline: deadline, waiter: continuation))
        }
        try result.get()
    }

    private func session(_ endpoint: AMQPEndpoint) async -> ConnectionEnd {
        let role = PublishRole(mailbox: mailbox, topology: topology, hooks: hooks)
        do throws(AMQPError) {
            return try await AMQPConnection(
                label: "amqp.publish", endpoint: endpoint, configuration: configuration, role: role
            ).live()
        } catch {
            return .failed(error, wasOpen: false)
        }
    }
}
