import AMQP
import ConnectionSupport
import Logging
import VerificationCore

/// Takes requests off RabbitMQ's queue and settles them.
///
/// One connection consumes and acknowledges. Another connection publishes to the ladder, to the dead and to waiting
/// callers. A broker that is short of memory stops reading from connections that publish, but it must still read
/// acknowledgements.
package final class AMQPRequestInbox: RequestInbox, PausableInbox {
    /// How many answers may wait for their turn; further answers are dropped, and their callers give up by themselves.
    private static let mostWaitingAnswers = 4_096

    private struct Answer: Sendable {
        let message: AMQPMessage
        let address: String
    }

    package let deliveries: AsyncStream<[RequestDelivery]>
    private let consumer: AMQPConsumer
    private let pauses: InboxPauses
    private let publisher: AMQPPublisher
    private let mover: DeliveryMover
    private let answers: (stream: AsyncStream<Answer>, continuation: AsyncStream<Answer>.Continuation)
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: the names of the queues and exchanges.
    ///   - prefetch: how many requests may be here unsettled; it bounds memory, and the work that a death repeats.
    ///   - workers: knows which workers have died, for requests that came back often.
    ///   - random: 64 random bits, for how long a request waits in the ladder; need not be fit for secrets.
    ///   - now: this machine's clock, for the moment at which a request was put aside.
    ///   - logger: for lines about connections, dead letters and messages that cannot be moved.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(), prefetch: UInt16 = 1_000,
        workers: any WorkerRegistry, random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        var configuration = configuration
        // A longer body is no request, so only its beginning is kept.
        configuration.bodyLimit = RequestCodec.largestBody
        let log = QueueLog(logger: logger)
        self.log = log
        let consumer = AMQPConsumer(
            configuration, topology: topology.declarations, queue: topology.requests, prefetch: prefetch,
            onMismatch: { log.isOtherwise($0) })
        self.consumer = consumer
        pauses = InboxPauses(consumer)
        // Nothing is moved before the first delivery, and by then the consumer has declared all queues.
        let publisher = AMQPPublisher(configuration)
        self.publisher = publisher
        let mover = DeliveryMover(
            consumer: consumer, publisher: publisher,
            restorer: QueueRestorer(configuration, topology.declarations, log: log), topology: topology,
            random: random, now: now, log: log)
        self.mover = mover
        answers = AsyncStream.makeStream(of: Answer.self, bufferingPolicy: .bufferingOldest(Self.mostWaitingAnswers))
        let arriving = ReturnedDeliveries(mover: mover, workers: workers)
        deliveries = AsyncStream {
            await arriving.next()?.map { delivery in
                RequestDelivery(delivery, from: consumer, putOffs: delivery.message.putOffs(in: topology))
            }
        }
    }

    /// Keeps both connections, and connects again when a connection is lost.
    ///
    /// Call it once. It ends after `close()`, when the last answers have left, or when its task is cancelled. At its
    /// end the broker puts unsettled requests back into the queue at once.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.consumer.states(), of: .consuming) }
            tasks.addTask { await self.log.follow(self.publisher.states(), of: .moving) }
            tasks.addTask { await self.publisher.run() }
            async let posting: Void = postAnswers()
            await consumer.run()
            answers.continuation.finish()
            await posting
            tasks.cancelAll()
        }
    }

    /// Whether the broker delivers requests, unless they are paused; it goes on delivering while an alarm makes it take no messages.
    package var isReady: Bool { consumer.state == .ready }

    /// Why the broker takes no messages for the retry queues, in its own word; nil while it takes them, as far as it said.
    package var alarm: String? { publisher.state.alarm }

    /// How the connection that consumes stands, and why, if it does not.
    package var state: AMQPConnectionState { consumer.state }

    /// The present state, then every change; ends when `run()` has ended.
    package func states() -> AsyncStream<AMQPConnectionState> { consumer.states() }

    /// Returns at once for `acknowledge`, which leaves together with others; every other settlement waits for the broker.
    ///
    /// It returns when the broker has confirmed the copy, or has taken the delivery back. A body that was too long to
    /// keep goes to the dead, with its beginning and its size. A replay of the whole body would only bring it back to
    /// the dead.
    package func settle(_ delivery: RequestDelivery, as settlement: Settlement) async {
        guard let original = original(of: delivery) else { return }
        switch settlement {
        case .acknowledge:
            consumer.acknowledge(original)
        case .again where original.isTruncated, .putOff where original.isTruncated:
            await mover.bury(original, DeadLetter(.tooLarge))
        case .again(let wait, let error):
            await mover.delay(original, by: wait, because: error.map(ErrorWord.init))
        case .putOff(let wait, let error):
            await mover.delay(
                original, by: wait, because: ErrorWord(error), putOffs: delivery.properties.putOffs + 1)
        case .dead(let letter):
            await mover.bury(original, letter)
        }
    }

    package func giveBack(_ delivery: RequestDelivery) {
        guard let original = original(of: delivery) else { return }
        consumer.reject(original, requeue: true)
    }

    package func answer(_ delivery: RequestDelivery, with answer: RequestAnswer) {
        guard let original = original(of: delivery), let address = original.message.answerAddress else { return }
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

    private func original(of delivery: RequestDelivery) -> AMQPDelivery? {
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
