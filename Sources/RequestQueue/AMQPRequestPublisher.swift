import AMQP
import Logging
import VerificationCore

/// Puts requests on RabbitMQ's queue, over one connection of its own.
///
/// A publish needs `run()` to be running. Before `run()` has connected, and while the broker is away, publishing throws
/// `unavailable`.
package final class AMQPRequestPublisher: RequestPublisher {
    /// How many callers may wait for an answer; further callers get nil, as if no answer had come in time.
    private static let mostWaitingCallers = 10_000

    private let patience: Duration
    private let connection: AMQPPublisher
    private let publisher: ConfirmedPublisher
    private let callers = WaitingCallers(limit: mostWaitingCallers)
    private let tracing: PublishTracing
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// `patience` is the longest wait for a confirmation; by default a caller learns within two seconds whether it
    /// came.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(),
        patience: Duration = .milliseconds(1_500), tracer: Tracer = .off, logger: Logger
    ) {
        self.patience = patience
        tracing = PublishTracing(tracer, exchange: topology.exchange, routingKey: QueueTopology.requestKey)
        log = QueueLog(logger: logger)
        // When the connection ends, the broker forgets its address for answers. So callers that wait get nil then.
        connection = AMQPPublisher(
            configuration, topology: topology.producing,
            onMismatch: { [log] in log.isOtherwise($0) },
            onEnd: { [callers] in callers.forgetAll() },
            onReply: { [callers] reply in
                guard let id = reply.message.correlationID, let answer = AnswerCodec.decode(reply.message.body) else {
                    return
                }
                callers.answer(id, with: answer)
            })
        publisher = ConfirmedPublisher(
            publisher: connection, exchange: topology.exchange,
            restorer: QueueRestorer(configuration, topology.producing, log: log))
    }

    /// Keeps the connection, and connects again when it is lost.
    ///
    /// Call it once; it ends when its task is cancelled. Then callers that still wait for an answer get nil, and every
    /// later publish throws `unavailable`.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.connection.states(), of: .publishing) }
            tasks.addTask { await self.callers.keepTime() }
            await connection.run()
            tasks.cancelAll()
        }
    }

    /// Gives nil at once to every caller that waits for an answer, and to every later caller.
    ///
    /// For a process that begins to stop: the requests of these callers are confirmed, and the callers can ask for the
    /// outcome later. Publishing goes on. A second call does nothing.
    package func endWaits() {
        callers.close()
    }

    package var isReady: Bool { connection.state == .ready }

    /// How the connection stands, and why, if it does not.
    package var state: AMQPConnectionState { connection.state }

    /// The present state, then every change; ends when `run()` has ended.
    package func states() -> AsyncStream<AMQPConnectionState> { connection.states() }

    package func publish(_ request: VerificationRequest, context: TraceContext?) async throws(QueueProblem) {
        let span = tracing.begin(under: context)
        try await publish(AMQPMessage(request, context: span?.context ?? context), request, span)
    }

    /// Counts `wait` from the call on.
    ///
    /// Nil comes up to 100 ms after `wait`. It comes early when the connection is lost by which the answer would come.
    /// An answer that comes later is dropped.
    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueProblem) -> RequestAnswer? {
        let deadline = ContinuousClock.now + wait
        let span = tracing.begin(under: context)
        var message = AMQPMessage(request, context: span?.context ?? context)
        guard wait > .zero, let id = callers.expect() else {
            try await publish(message, request, span)
            return nil
        }
        message.replyTo = AMQPMessage.directReplyTo
        message.correlationID = id
        do {
            try await publish(message, request, span)
        } catch {
            callers.forget(id)
            throw error
        }
        return await callers.answer(to: id, until: deadline)
    }

    private func publish(
        _ message: AMQPMessage, _ request: VerificationRequest, _ span: OpenSpan?
    ) async throws(QueueProblem) {
        do {
            try await publisher.publish(message, routingKey: QueueTopology.requestKey, within: patience)
            tracing.end(span, request, bodySize: message.body.count)
        } catch {
            tracing.end(span, request, bodySize: message.body.count, failure: error)
            throw error
        }
    }
}
