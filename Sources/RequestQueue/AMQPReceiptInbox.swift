import AMQP
import Logging
import VerificationCore

/// Takes receipts off RabbitMQ's queue and settles them.
///
/// It has a connection of its own, so that requests do not wait behind receipts. What cannot be read goes to the dead by
/// the connection of the publisher of receipts, because a broker that is short of memory reads nothing from connections
/// that publish, and must still read acknowledgements.
package final class AMQPReceiptInbox: ReceiptInbox, PausableInbox {
    package let deliveries: AsyncStream<[RequestDelivery]>
    private let consumer: AMQPConsumer
    private let pauses: InboxPauses
    private let mover: DeliveryMover
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: the names of the queues and exchanges.
    ///   - publisher: its `run()` must be under way as long as this inbox has deliveries.
    ///   - prefetch: how many messages may be here unsettled; each holds 32 receipts at most.
    ///   - workers: knows which workers have died, for messages that came back often.
    ///   - now: this machine's clock, for the moment at which a message was put aside.
    ///   - logger: for lines about the connection and dead letters.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(), publisher: AMQPReceiptPublisher,
        prefetch: UInt16 = 500, workers: any WorkerRegistry, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) {
        var configuration = configuration
        // A longer body holds no receipts, so only its beginning is kept.
        configuration.bodyLimit = ReceiptCodec.largestBody
        let log = QueueLog(logger: logger)
        let consumer = AMQPConsumer(
            configuration, topology: topology.declarations, queue: topology.receipts, prefetch: prefetch,
            onMismatch: { log.isOtherwise($0) })
        self.log = log
        self.consumer = consumer
        pauses = InboxPauses(consumer)
        // Receipts never go into the ladder, which leads to the queue of requests; so no delay is ever drawn.
        let mover = DeliveryMover(
            consumer: consumer, publisher: publisher.connection,
            restorer: QueueRestorer(configuration, topology.declarations, log: log), topology: topology,
            random: { 0 }, now: now, log: log)
        self.mover = mover
        let arriving = ReturnedDeliveries(mover: mover, workers: workers)
        deliveries = AsyncStream { await arriving.next()?.map { RequestDelivery($0, from: consumer) } }
    }

    /// Keeps the connection, and connects again when it is lost.
    ///
    /// Call it once. It ends after `close()`, or when its task is cancelled. At its end the broker puts unsettled
    /// messages back into the queue at once.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.consumer.states(), of: .consumingReceipts) }
            await consumer.run()
            tasks.cancelAll()
        }
    }

    /// Whether the broker delivers receipts, unless they are paused; it goes on delivering while an alarm makes it take no messages.
    package var isReady: Bool { consumer.state == .ready }

    /// The present state, then every change; ends when `run()` has ended.
    package func states() -> AsyncStream<AMQPConnectionState> { consumer.states() }

    package func acknowledge(_ delivery: RequestDelivery) {
        guard let original = delivery.original(from: consumer, log) else { return }
        consumer.acknowledge(original)
    }

    package func bury(_ delivery: RequestDelivery, as letter: DeadLetter, body: [UInt8]?) async {
        guard let original = delivery.original(from: consumer, log) else { return }
        await mover.bury(original, letter, body: body)
    }

    package func giveBack(_ delivery: RequestDelivery) {
        guard let original = delivery.original(from: consumer, log) else { return }
        consumer.reject(original, requeue: true)
    }

    package func pause(for cause: PauseCause) { pauses.pause(for: cause) }

    package func resume(for cause: PauseCause) { pauses.resume(for: cause) }

    package var isPaused: Bool { consumer.isPaused }

    package func stopTaking() async {
        consumer.stopConsuming()
    }

    /// Sends the acknowledgements, closes the connection, and lets `run()` end; a second call does nothing.
    package func close() async {
        await consumer.close()
    }
}
