import Connections
import Synchronization

/// Receives the messages of one queue, and settles them in groups.
///
/// It owns one connection. `run()` makes it, and makes it again after a loss. When an operator deletes the queue, the
/// consumer connects again; it declares the queue again if the topology holds it.
package final class AMQPConsumer: Sendable {
    private let configuration: AMQPConfiguration
    private let topology: AMQPTopology
    /// Where the messages come from.
    package let queue: String
    private let prefetch: UInt16
    private let onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    private let mailbox = ConsumeMailbox()
    private let closing = CloseRequest()

    /// The messages that the broker delivers; messages that arrived together are one batch, and no batch is empty.
    ///
    /// A single task may read it. Ends after `stopConsuming`, after `close`, and when `run` ends.
    package var deliveries: AsyncStream<[AMQPDelivery]> { mailbox.deliveries }

    /// A consumer that has yet to `run`.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: declared on every connection before the subscription.
    ///   - queue: where the messages come from.
    ///   - prefetch: the most deliveries that are unsettled at once, but for a while after `resume`. Zero would mean no
    ///     bound to the broker, so it counts as 1.
    ///   - onMismatch: called on each new connection for every queue and exchange that exists with other settings. It
    ///     runs on the connection's thread and must return at once.
    package init(
        _ configuration: AMQPConfiguration, topology: AMQPTopology = AMQPTopology(), queue: String,
        prefetch: UInt16 = 250, onMismatch: (@Sendable (AMQPMismatch) -> Void)? = nil
    ) {
        self.configuration = configuration
        self.topology = topology
        self.queue = queue
        self.prefetch = max(1, prefetch)
        self.onMismatch = onMismatch
    }

    /// How the connection stands at this moment; costs one lock.
    package var state: AMQPConnectionState { mailbox.broadcast.current }

    /// The present state, then every change; ends after `closed`.
    package func states() -> AsyncStream<AMQPConnectionState> { mailbox.broadcast.changes() }

    /// Connects, and stays connected until `close` or the task's cancellation; a second call returns at once.
    ///
    /// Nothing else ends it. When the connection is lost after `stopConsuming`, no new connection is made, but `run`
    /// still waits for `close`. At the end the broker takes unsettled messages back and delivers them again, also to
    /// others.
    package func run() async {
        guard closing.begin() else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await Reconnector(endpoints: self.configuration.endpoints).run { await self.session($0) }
            }
            await closing.requested()
            group.cancelAll()
        }
        mailbox.closed()
        closing.finish()
    }

    /// Whether the delivery's connection is still the present one, so that a settlement reaches the broker.
    ///
    /// Stays true while the broker is silent: the broker may speak again on the same connection, and then it still
    /// waits for the settlement. Once false, it is always false: the broker delivers the message again.
    package func holds(_ delivery: AMQPDelivery) -> Bool {
        mailbox.generation == delivery.generation
    }

    /// Tells the broker that the message is done; never waits.
    ///
    /// A second settlement changes nothing. After the connection of the delivery was lost, a settlement changes nothing
    /// either: the broker delivers the message again.
    package func acknowledge(_ delivery: AMQPDelivery) {
        mailbox.settle { $0.acknowledge(delivery.tag, generation: delivery.generation) }
    }

    /// Gives the message back, to be delivered again or, without `requeue`, dead-lettered; otherwise as `acknowledge`.
    package func reject(_ delivery: AMQPDelivery, requeue: Bool) {
        mailbox.settle { $0.reject(delivery.tag, requeue: requeue, generation: delivery.generation) }
    }

    /// Asks the broker for no more messages until `resume`; returns at once, and keeps the connection.
    ///
    /// Messages that the broker sends before its answer are still handed out, and all can be settled as usual. Before
    /// `run`, and between two connections, it makes the next connection not subscribe. After `stopConsuming` it changes
    /// nothing. When several tasks pause and resume, the last call counts.
    ///
    /// What was on its way inside the broker goes back to the queue. RabbitMQ counts a delivery for it, and sends it as
    /// redelivered later, also to this consumer, which has never seen it.
    package func pause() { mailbox.setPaused(true) }

    /// Asks the broker for messages again; returns at once, and changes nothing for a consumer that is not paused.
    ///
    /// While more than `prefetch` messages are unsettled, it waits for settlements. So up to twice as many messages as
    /// `prefetch` may be unsettled for a while after it.
    package func resume() { mailbox.setPaused(false) }

    /// Whether `pause` has taken effect, so that the broker sends nothing more; false again from `resume` on.
    package var isPaused: Bool { mailbox.isPaused }

    /// Ends the subscription: `deliveries` ends after the messages that had already arrived.
    ///
    /// Settlements still go out. The consumer does not connect again after this.
    package func stopConsuming() {
        mailbox.stop()
    }

    /// Sends the settlements, closes the connection, and returns when `run` is about to return, or after `limit`.
    ///
    /// Unsettled messages go back to the queue. Returns at once if `run` was never called.
    package func close(within limit: Duration = .seconds(2)) async {
        await closing.request(within: limit)
    }

    private func session(_ endpoint: AMQPEndpoint) async -> ConnectionEnd {
        if mailbox.isStopping { return .closed }
        let role = ConsumeRole(
            mailbox: mailbox, topology: topology, queue: queue, prefetch: prefetch, onMismatch: onMismatch)
        do throws(AMQPError) {
            return try await AMQPConnection(
                label: "amqp.consume", endpoint: endpoint, configuration: configuration, role: role
            ).live()
        } catch {
            return .failed(error, wasOpen: false)
        }
    }
}
