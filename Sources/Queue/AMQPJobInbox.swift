import AMQP
import Connections
import Logging
import Synchronization
import VerificationCore

/// Takes the jobs of one kind off RabbitMQ's queue and settles them.
///
/// One connection consumes and acknowledges. Another connection publishes to the retry queues, to the dead letters and
/// to waiting callers. A broker that is short of memory stops reading from connections that publish, but it must still
/// read acknowledgements. Each kind has connections of its own, so that requests do not wait behind receipts.
package final class AMQPJobInbox: JobInbox {
    /// How many answers may wait for their turn; further answers are dropped, and their callers give up by themselves.
    private static let mostWaitingAnswers = 4_096

    private struct Answer: Sendable {
        let message: AMQPMessage
        let address: String
    }

    package let deliveries: AsyncStream<[JobDelivery]>
    private let kind: JobKind
    private let consumer: AMQPConsumer
    private let pauses: InboxPauses
    private let publisher: AMQPPublisher
    private let runsPublisher: Bool
    private let mover: DeliveryMover
    private let answers: (stream: AsyncStream<Answer>, continuation: AsyncStream<Answer>.Continuation)
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: the names of the queues and exchanges.
    ///   - queue: the kind of the jobs.
    ///   - prefetch: how many jobs may be here unsettled; nil for the kind's own number.
    ///   - publisher: moves jobs; its `run()` must be under way as long as this inbox has deliveries. With nil the inbox
    ///     has a connection of its own for it.
    ///   - workers: knows which workers have died, for jobs that came back often.
    ///   - random: 64 random bits, for how long a job waits in a retry queue; need not be fit for secrets.
    ///   - now: this machine's clock, for the moment at which a job was dead-lettered.
    ///   - logger: for lines about connections, dead letters and messages that cannot be moved.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(), of queue: WorkQueue,
        prefetch: UInt16? = nil, movingBy publisher: AMQPJobPublisher? = nil, workers: any WorkerRegistry,
        random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        let (kind, log) = (topology.kind(of: queue, prefetch: prefetch), QueueLog(logger: logger))
        var configuration = configuration
        configuration.bodyLimit = kind.bodyLimit
        let consumer = AMQPConsumer(
            configuration, topology: topology.declarations, queue: kind.name, prefetch: kind.prefetch,
            onMismatch: { log.isOtherwise($0) })
        (self.kind, self.log, self.consumer) = (kind, log, consumer)
        pauses = InboxPauses(consumer)
        // Nothing is moved before the first delivery, and by then the consumer has declared all queues.
        let connection = publisher?.connection ?? AMQPPublisher(configuration)
        (self.publisher, runsPublisher) = (connection, publisher == nil)
        let mover = DeliveryMover(
            consumer: consumer, publisher: connection,
            restorer: QueueRestorer(configuration, topology: topology.declarations, log: log), kind: kind,
            dead: topology.dead,
            random: random, now: now, log: log)
        self.mover = mover
        answers = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(Self.mostWaitingAnswers))
        let arriving = ReturnedDeliveries(mover: mover, workers: workers)
        deliveries = AsyncStream {
            await arriving.next()?.map { JobDelivery($0, from: consumer, of: kind) }
        }
    }

    /// Keeps its connections, and connects again when a connection is lost.
    ///
    /// Call it once. It ends after `close()`, when the last answers have left, or when its task is cancelled. At its
    /// end the broker puts unsettled jobs back into the queue at once.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.consumer.states(), of: .consuming(self.kind.queue)) }
            if runsPublisher {
                tasks.addTask { await self.log.follow(self.publisher.states(), of: .moving) }
                tasks.addTask { await self.publisher.run() }
            }
            async let posting: Void = postAnswers()
            await consumer.run()
            answers.continuation.finish()
            await posting
            tasks.cancelAll()
        }
    }

    /// Whether the broker delivers jobs, unless they are paused; it goes on delivering while an alarm makes it take no messages.
    package var isReady: Bool { consumer.state == .ready }

    /// Why the broker takes no messages for the retry queues, as the broker says it; nil while it takes them, or has
    /// not said.
    package var alarm: String? { publisher.state.alarm }

    /// How the connection that consumes stands, and why, if it does not.
    package var state: AMQPConnectionState { consumer.state }

    /// The present state, then every change; ends when `run()` has ended.
    package func states() -> AsyncStream<AMQPConnectionState> { consumer.states() }

    /// Returns at once for `acknowledge` and `giveBack`, which leave together with others; every other settlement waits
    /// for the broker.
    ///
    /// It returns when the broker has confirmed the copy, or has taken the delivery back; it does not wait for the
    /// answer. A body that was too long to keep goes to the dead-letter queue, with its beginning and its size. A
    /// replay of the whole body would only bring it back to the dead-letter queue.
    package func settle(_ delivery: JobDelivery, as settlement: Settlement) async {
        guard let original = original(of: delivery) else { return }
        let properties = delivery.properties
        if properties.wantsAnswer, let answer = settlement.answer { post(answer, for: original) }
        switch settlement {
        case .acknowledge:
            consumer.acknowledge(original)
        case .retry where original.isTruncated, .putOff where original.isTruncated:
            await mover.deadLetter(original, with: DeadLetter(.tooLarge))
        case .retry(let wait, let error, _):
            let tries = kind.tryCount == .inMessage ? properties.tries + 1 : 0
            await mover.delay(original, by: wait, because: error.map(ErrorCode.init), tries: tries)
        case .putOff(let wait, let error, let isCounted):
            await mover.delay(
                original, by: wait, because: error.map(ErrorCode.init), tries: properties.tries,
                putOffs: properties.putOffs + (isCounted ? 1 : 0))
        case .deadLetter(let letter, let body, _):
            await mover.deadLetter(original, with: letter, body: body)
        case .giveBack:
            consumer.reject(original, requeue: true)
        }
    }

    /// Leaves an answer for `postAnswers` to send, if a caller waits for it.
    private func post(_ answer: RequestAnswer, for original: AMQPDelivery) {
        guard let address = original.message.answerAddress else { return }
        let message = AMQPMessage(answer, correlationID: original.message.correlationID)
        answers.continuation.yield(Answer(message: message, address: address))
    }

    package func pause(for cause: PauseCause) { pauses.pause(for: cause) }

    package func resume(for cause: PauseCause) { pauses.resume(for: cause) }

    package var isPaused: Bool { consumer.isPaused }

    package func stopTaking() async {
        consumer.stopConsuming()
    }

    /// Sends the acknowledgements, closes the connection that consumes, and lets `run()` end.
    ///
    /// Call it when all deliveries are settled: unsettled deliveries go back to the queue. A second call does nothing.
    package func close() async {
        await consumer.close()
    }

    private func original(of delivery: JobDelivery) -> AMQPDelivery? {
        delivery.original(from: consumer, log)
    }

    /// Sends the answers side by side, because each answer waits for its confirmation.
    private func postAnswers() async {
        await withDiscardingTaskGroup { tasks in
            for await answer in answers.stream {
                tasks.addTask { await self.post(answer) }
            }
        }
    }

    /// Sends an answer; without a connection it tries five times within about a second.
    ///
    /// If no try succeeds, the caller gives up at its own deadline and can ask again.
    private func post(_ answer: Answer) async {
        for failures in 1...5 {
            do {
                return try await publisher.publish(
                    answer.message, exchange: "", routingKey: answer.address, isMandatory: false)
            } catch {
                guard error.code == .notConnected, await Backoff.moving.wait(after: failures) else { return }
            }
        }
    }
}

/// The causes for which an inbox takes nothing; the consumer is paused while there is a cause.
final class InboxPauses: Sendable {
    private let consumer: AMQPConsumer
    private let causes = Mutex<Set<PauseCause>>([])

    init(_ consumer: AMQPConsumer) { self.consumer = consumer }

    /// The consumer hears of it under the lock, so that of two calls at once the later one stands.
    func pause(for cause: PauseCause) {
        causes.withLock { causes in
            causes.insert(cause)
            consumer.pause()
        }
    }

    func resume(for cause: PauseCause) {
        causes.withLock { causes in
            causes.remove(cause)
            if causes.isEmpty { consumer.resume() }
        }
    }
}
