import AMQP
import Logging
import VerificationCore

/// Puts events on RabbitMQ's queue, takes them off it, and lets them wait.
///
/// One connection consumes and acknowledges. Another connection publishes: new events, and events that wait for another
/// try.
package final class AMQPEventQueue: EventInbox, PausableInbox, EventPublisher {
    /// What settles a delivery.
    private struct Receipt: Sendable {
        let delivery: AMQPDelivery
    }

    package let deliveries: AsyncStream<[EventDelivery]>
    private let topology: QueueTopology
    private let consumer: AMQPConsumer
    private let pauses: InboxPauses
    private let publisher: AMQPPublisher
    private let confirmed: ConfirmedPublisher
    private let mover: DeliveryMover
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: the names of the queues and exchanges.
    ///   - prefetch: how many events may be here unsettled.
    ///   - workers: knows which workers have died, for events that came back often.
    ///   - random: 64 random bits, for how long an event waits; need not be fit for secrets.
    ///   - now: this machine's clock.
    ///   - logger: for lines about connections and about events that cannot be moved.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology, prefetch: UInt16,
        workers: any WorkerRegistry, random: @escaping @Sendable () -> UInt64, now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        var configuration = configuration
        configuration.bodyLimit = EventCodec.largestBody
        let log = QueueLog(logger: logger)
        let consumer = AMQPConsumer(
            configuration, topology: topology.declarations, queue: topology.events, prefetch: prefetch)
        self.topology = topology
        self.log = log
        self.consumer = consumer
        pauses = InboxPauses(consumer)
        let publisher = AMQPPublisher(configuration, topology: topology.declarations)
        self.publisher = publisher
        let restorer = QueueRestorer(configuration, topology.declarations, log: log)
        confirmed = ConfirmedPublisher(publisher: publisher, exchange: topology.exchange, restorer: restorer)
        let mover = DeliveryMover(
            consumer: consumer, publisher: publisher, restorer: restorer, topology: topology, random: random, now: now,
            log: log)
        self.mover = mover
        let arriving = ReturnedDeliveries(mover: mover, workers: workers)
        deliveries = AsyncStream {
            await arriving.next()?.map { delivery in
                EventDelivery(
                    body: delivery.isTruncated ? [] : delivery.message.body,
                    properties: RequestDelivery.Properties(of: delivery),
                    tries: delivery.message.count(in: MessageHeader.tries),
                    putOffs: delivery.message.count(in: MessageHeader.putOffs),
                    receipt: Receipt(delivery: delivery))
            }
        }
    }

    /// Keeps both connections, and connects again when a connection is lost.
    ///
    /// Call it once. It ends after `close()` or when its task is cancelled. At its end the broker puts unsettled events
    /// back into the queue at once.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.consumer.states(), of: .takingEvents) }
            tasks.addTask { await self.log.follow(self.publisher.states(), of: .puttingEvents) }
            tasks.addTask { await self.publisher.run() }
            await consumer.run()
            tasks.cancelAll()
        }
    }

    /// Whether the broker delivers events, unless they are paused.
    package var isReady: Bool { consumer.state == .ready }

    package func publish(_ events: [AppEvent]) async throws(QueueProblem) {
        let problem = await withTaskGroup(of: QueueProblem?.self) { tasks in
            for event in events { tasks.addTask { await self.publish(event) } }
            var worst: QueueProblem?
            for await problem in tasks { worst = problem ?? worst }
            return worst
        }
        if let problem { throw problem }
    }

    private func publish(_ event: AppEvent) async -> QueueProblem? {
        do throws(QueueProblem) {
            try await confirmed.publish(AMQPMessage(event), routingKey: QueueTopology.eventKey)
            return nil
        } catch {
            return error
        }
    }

    package func finish(_ delivery: EventDelivery) {
        if let original = original(of: delivery) { consumer.acknowledge(original) }
    }

    package func putOff(_ delivery: EventDelivery, by pause: Duration, tries: Int, putOffs: Int) async {
        guard let original = original(of: delivery) else { return }
        let schedule = topology.eventSchedule
        let delay = schedule.ladder.delay(for: schedule.pause(coveringAtLeast: pause), chance: mover.random())
        let queue = topology.eventRetryQueue(for: delay)
        await mover.move(original, as: original.message.waiting(afterTries: tries, putOffs: putOffs), to: queue)
    }

    package func bury(_ delivery: EventDelivery, as letter: DeadLetter) async {
        guard let original = original(of: delivery) else { return }
        await mover.bury(original, letter)
    }

    package func giveBack(_ delivery: EventDelivery) {
        if let original = original(of: delivery) { consumer.reject(original, requeue: true) }
    }

    package func pause(for cause: PauseCause) { pauses.pause(for: cause) }

    package func resume(for cause: PauseCause) { pauses.resume(for: cause) }

    package var isPaused: Bool { consumer.isPaused }

    package func stopTaking() async {
        consumer.stopConsuming()
    }

    /// Sends the acknowledgements, closes the connection that consumes, and lets `run()` end.
    package func close() async {
        await consumer.close()
    }

    private func original(of delivery: EventDelivery) -> AMQPDelivery? {
        guard let receipt = delivery.receipt as? Receipt else {
            log.isForeign()
            return nil
        }
        return receipt.delivery
    }
}
