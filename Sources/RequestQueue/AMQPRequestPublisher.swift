import AMQP
import Logging
import VerificationCore

/// Puts requests on RabbitMQ's queue, over one connection of its own.
///
/// A publish needs `run()` to be running; until it connects, or when the broker is away, publishes throw `unavailable`.
package final class AMQPRequestPublisher: RequestPublisher {
    /// Beyond so many callers that wait for an answer, further callers get nil, as if no answer had come in time.
    private static let mostWaitingCallers = 10_000

    private let patience: Duration
    private let topology: QueueTopology
    private let publisher: AMQPPublisher
    private let callers = WaitingCallers(limit: mostWaitingCallers)
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// `patience` is the longest wait for a confirmation; with its default a caller has an answer within two seconds.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(),
        patience: Duration = .milliseconds(1_500), logger: Logger
    ) {
        self.patience = patience
        self.topology = topology
        log = QueueLog(logger: logger)
        // The broker forgets the address for answers with the connection, so no answer comes after its end.
        publisher = AMQPPublisher(
            configuration, topology: topology.producing,
            onMismatch: { [log] in log.isOtherwise($0) },
            onEnd: { [callers] in callers.forgetAll() },
            onReply: { [callers] reply in
                guard let id = reply.message.correlationID, let answer = AnswerCodec.decode(reply.message.body) else {
                    return
                }
                callers.answer(id, with: answer)
            })
    }

    /// Keeps the connection, and connects again when it is lost.
    ///
    /// Call it once; it ends when its task is cancelled. Then callers that still wait get nil for an answer, and every
    /// later publish throws `unavailable`.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.publisher.states(), of: .publishing) }
            tasks.addTask { await self.callers.keepTime() }
            await publisher.run()
            tasks.cancelAll()
        }
    }

    /// Gives every caller that waits for an answer nil at once, and every later caller too.
    ///
    /// For a process that begins to stop: confirmed requests are on their way, and their callers can ask for them later.
    /// Publishing goes on. A second call does nothing.
    package func endWaits() {
        callers.close()
    }

    package var isReady: Bool { publisher.state == .ready }

    /// How the connection stands, and why, if it does not.
    package var state: AMQPConnectionState { publisher.state }

    /// The present state, then every change; ends when `run()` has ended.
    package func states() -> AsyncStream<AMQPConnectionState> { publisher.states() }

    package func publish(_ request: VerificationRequest, context: TraceContext?) async throws(QueueProblem) {
        try await publish(AMQPMessage(request, context: context))
    }

    /// Counts `wait` from the call on.
    ///
    /// The nil comes up to a tenth of a second late, and early when the connection by which the answer would come is lost;
    /// an answer that comes later is dropped.
    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueProblem) -> RequestAnswer? {
        let deadline = ContinuousClock.now + wait
        var message = AMQPMessage(request, context: context)
        guard wait > .zero, let id = callers.expect() else {
            try await publish(message)
            return nil
        }
        message.replyTo = AMQPMessage.directReplyTo
        message.correlationID = id
        do {
            try await publish(message)
        } catch {
            callers.forget(id)
            throw error
        }
        return await callers.answer(to: id, until: deadline)
    }

    private func publish(_ message: AMQPMessage) async throws(QueueProblem) {
        do {
            try await publisher.publish(
                message, exchange: topology.exchange, routingKey: QueueTopology.requestKey, within: patience)
        } catch {
            switch error.publishOutcome {
            case .notEnqueued: throw .unavailable
            case .unknown: throw .unknown
            }
        }
    }
}
