import Synchronization

/// Receives the messages of one queue, and settles them in groups.
///
/// It owns one connection, which `run()` makes, keeps, and makes again. A deleted queue is declared again and
/// subscribed to again if the topology holds it.
package final class AMQPConsumer: Sendable {
    private let configuration: AMQPConfiguration
    private let topology: AMQPTopology
    private let queue: String
    private let prefetch: UInt16
    private let onMismatch: (@Sendable (AMQPMismatch) -> Void)?
    private let desk = ConsumeDesk()
    private let closing = CloseRequest()

    /// The messages that the broker delivers; those that arrived together are one batch, never an empty one.
    ///
    /// For one reader. Ends after `stopConsuming`, after `close`, and with `run`.
    package var deliveries: AsyncStream<[AMQPDelivery]> { desk.deliveries }

    /// A consumer that has yet to `run`.
    ///
    /// - Parameters:
    ///   - configuration: the broker.
    ///   - topology: declared on every connection before the subscription.
    ///   - queue: where the messages come from.
    ///   - prefetch: the most deliveries that are unsettled at once. Zero, which means no bound to the broker, counts as 1.
    ///   - onMismatch: called, with each connection, for every queue and exchange that exists with other settings. It runs
    ///     on the connection's thread and must return at once.
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
    package var state: AMQPConnectionState { desk.broadcast.current }

    /// The present state, then every change; ends after `closed`.
    package func states() -> AsyncStream<AMQPConnectionState> { desk.broadcast.changes() }

    /// Connects, and stays connected until `close` or the task's cancellation; a second call returns at once.
    ///
    /// Nothing else ends it: after `stopConsuming` the loss of the connection does not. The broker delivers again what is
    /// unsettled at the end, to this consumer or another.
    package func run() async {
        guard closing.begin() else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await Reconnector(endpoints: self.configuration.endpoints).run { await self.session($0) }
            }
            await closing.requested()
            group.cancelAll()
        }
        desk.closed()
        closing.finish()
    }

    /// Whether the delivery's connection is still the present one, so that a settlement reaches the broker.
    ///
    /// A broker that is silent has not ended the connection: it may speak again, and waits for the settlement then. Once
    /// false, always false: the broker delivers the message again.
    package func holds(_ delivery: AMQPDelivery) -> Bool {
        desk.generation == delivery.generation
    }

    /// Tells the broker that the message is done; never waits.
    ///
    /// A second settlement changes nothing. After the connection of the delivery was lost, a settlement changes nothing
    /// either: the broker delivers the message again.
    package func acknowledge(_ delivery: AMQPDelivery) {
        desk.settle { $0.acknowledge(delivery.tag, generation: delivery.generation) }
    }

    /// Gives the message back, to be delivered again or, without `requeue`, dead-lettered; otherwise as `acknowledge`.
    package func reject(_ delivery: AMQPDelivery, requeue: Bool) {
        desk.settle { $0.reject(delivery.tag, requeue: requeue, generation: delivery.generation) }
    }

    /// Ends the subscription: `deliveries` ends after the messages that had already arrived.
    ///
    /// Settlements still go out. The consumer does not connect again after this.
    package func stopConsuming() {
        desk.stop()
    }

    /// Sends what is settled, closes the connection, and returns when `run` is about to, or after `limit`.
    ///
    /// Unsettled messages go back to the broker. Returns at once if `run` was never called.
    package func close(within limit: Duration = .seconds(2)) async {
        await closing.request(within: limit)
    }

    private func session(_ endpoint: AMQPEndpoint) async -> ConnectionEnd {
        if desk.isStopping { return .closed }
        let role = ConsumeRole(
            desk: desk, topology: topology, queue: queue, prefetch: prefetch, onMismatch: onMismatch)
        do throws(AMQPError) {
            return try await AMQPConnection(
                label: "amqp.consume", endpoint: endpoint, configuration: configuration, role: role
            ).live()
        } catch {
            return .failed(error, wasOpen: false)
        }
    }
}
