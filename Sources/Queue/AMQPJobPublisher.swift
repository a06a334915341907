import AMQP
import Logging
import VerificationCore

/// Puts jobs on RabbitMQ's queues, over one connection of its own.
///
/// A publish needs `run()` to be running. Before `run()` has connected, and while the broker is away, publishing throws
/// `unavailable`.
package final class AMQPJobPublisher: JobPublisher {
    /// How many callers may wait for an answer; further callers get nil, as if no answer had come in time.
    private static let mostWaitingCallers = 10_000

    /// The longest wait for a confirmation.
    private let patience: Duration
    private let queue: WorkQueue
    /// Also moves messages of the inboxes that are given this publisher.
    let connection: AMQPPublisher
    private let confirmed: ConfirmedPublisher
    private let callers = WaitingCallers(limit: mostWaitingCallers)
    private let tracing: PublishTracing
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: the names of the queues and exchanges.
    ///   - queue: the kind of the jobs; the publisher declares what they need. Answers come only to publishers of requests.
    ///   - patience: the longest wait for a confirmation; by default a caller learns within two seconds whether it came.
    ///   - tracer: makes a span for each request.
    ///   - logger: for lines about the connection.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(), of queue: WorkQueue,
        patience: Duration = .milliseconds(1_500), tracer: Tracer = .off, logger: Logger
    ) {
        self.patience = patience
        self.queue = queue
        tracing = PublishTracing(tracer, exchange: topology.exchange, routingKey: QueueTopology.requestKey)
        let (log, callers, declarations) = (QueueLog(logger: logger), callers, topology.producing(queue))
        self.log = log
        let takeReply: @Sendable (AMQPDelivery) -> Void = { reply in
            guard let id = reply.message.correlationID, let answer = AnswerCodec.decode(reply.message.body) else {
                return
            }
            callers.answer(id, with: answer)
        }
        // When the connection ends, the broker forgets its address for answers. So callers that wait get nil then.
        connection = AMQPPublisher(
            configuration, topology: declarations,
            onMismatch: { log.isOtherwise($0) },
            onEnd: { callers.forgetAll() },
            onReply: topology.kind(of: queue).isAnswered ? takeReply : nil)
        confirmed = ConfirmedPublisher(
            publisher: connection, exchange: topology.exchange,
            restorer: QueueRestorer(configuration, topology: declarations, log: log))
    }

    /// Keeps the connection, and connects again when it is lost.
    ///
    /// Call it once; it ends when its task is cancelled. Then callers that still wait for an answer get nil, and every
    /// later publish throws `unavailable`.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.connection.states(), of: .publishing(self.queue)) }
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

    /// Publishes the messages of a provider's call one after the other, and events side by side.
    package func publish(_ job: Job) async throws(QueueError) {
        switch job {
        case .request(let request, let context):
            let span = tracing.begin(under: context)
            try await publish(AMQPMessage(request, context: span?.context ?? context), of: request, span: span)
        case .receipts(let receipts):
            for body in ReceiptCodec.bodies(of: receipts) {
                try await confirmed.publish(
                    AMQPMessage(receipts: body), routingKey: QueueTopology.receiptKey, within: patience)
            }
        case .events(let events): try await publish(events)
        }
    }

    /// Counts `wait` from the call on.
    ///
    /// Nil comes up to 100 ms after `wait`. It comes early when the connection that would bring the answer is lost. An
    /// answer that comes later is dropped.
    package func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueError) -> RequestAnswer? {
        let deadline = ContinuousClock.now + wait
        let span = tracing.begin(under: context)
        var message = AMQPMessage(request, context: span?.context ?? context)
        guard wait > .zero, let id = callers.expect() else {
            try await publish(message, of: request, span: span)
            return nil
        }
        message.replyTo = AMQPMessage.directReplyTo
        message.correlationID = id
        do {
            try await publish(message, of: request, span: span)
        } catch {
            callers.forget(id)
            throw error
        }
        return await callers.answer(to: id, until: deadline)
    }

    private func publish(
        _ message: AMQPMessage, of request: VerificationRequest, span: OpenSpan?
    ) async throws(QueueError) {
        do {
            try await confirmed.publish(message, routingKey: QueueTopology.requestKey, within: patience)
            tracing.end(span, of: request, bodySize: message.body.count)
        } catch {
            tracing.end(span, of: request, bodySize: message.body.count, failure: error)
            throw error
        }
    }

    private func publish(_ events: [AppEvent]) async throws(QueueError) {
        let problem = await withTaskGroup(of: QueueError?.self) { tasks in
            for event in events { tasks.addTask { await self.publish(event) } }
            var worst: QueueError?
            for await problem in tasks { worst = problem ?? worst }
            return worst
        }
        if let problem { throw problem }
    }

    private func publish(_ event: AppEvent) async -> QueueError? {
        do throws(QueueError) {
            try await confirmed.publish(AMQPMessage(event), routingKey: QueueTopology.eventKey, within: patience)
            return nil
        } catch {
            return error
        }
    }
}

/// Publishes to the exchange of an installation, with the broker's confirmation that the message is in a queue.
struct ConfirmedPublisher: Sendable {
    let publisher: AMQPPublisher
    let exchange: String
    /// Makes a queue anew that an operator deleted.
    let restorer: QueueRestorer

    /// Returns when the message is in a queue.
    ///
    /// Where there is no queue for it, this message is `unavailable`, and the next message finds the queue again.
    ///
    /// `patience`: how long all of it may take, but for the making of a queue.
    func publish(
        _ message: AMQPMessage, routingKey: String, within patience: Duration
    ) async throws(QueueError) {
        do {
            try await publisher.publish(message, exchange: exchange, routingKey: routingKey, within: patience)
        } catch {
            if error.code == .returned { await restorer.restore() }
            switch error.publishOutcome {
            // A queue whose bound refuses publishers says so by a negative confirmation.
            case .notEnqueued: throw error.code == .nacked ? .full : .unavailable
            case .unknown: throw .unknown
            }
        }
    }
}
