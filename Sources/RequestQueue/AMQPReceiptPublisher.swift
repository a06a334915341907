import AMQP
import Logging
import VerificationCore

/// Puts receipts on RabbitMQ's queue, over one connection of its own.
///
/// A publish needs `run()` to be running. Before `run()` has connected, and while the broker is away, publishing throws
/// `unavailable`.
package final class AMQPReceiptPublisher: ReceiptPublisher {
    private let patience: Duration
    /// Also moves receipts that cannot be read; see `AMQPReceiptInbox`.
    let connection: AMQPPublisher
    private let publisher: ConfirmedPublisher
    private let log: QueueLog

    /// Connects nowhere yet; `run()` does.
    ///
    /// `patience` is the longest wait for a confirmation; by default a provider has its answer within two seconds.
    package init(
        _ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology(),
        patience: Duration = .milliseconds(1_500), logger: Logger
    ) {
        self.patience = patience
        let log = QueueLog(logger: logger)
        self.log = log
        connection = AMQPPublisher(
            configuration, topology: topology.reporting, onMismatch: { log.isOtherwise($0) })
        publisher = ConfirmedPublisher(
            publisher: connection, exchange: topology.exchange,
            restorer: QueueRestorer(configuration, topology.reporting, log: log))
    }

    /// Keeps the connection, and connects again when it is lost.
    ///
    /// Call it once; it ends when its task is cancelled. Then every later publish throws `unavailable`.
    package func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.log.follow(self.connection.states(), of: .publishingReceipts) }
            await connection.run()
            tasks.cancelAll()
        }
    }

    package var isReady: Bool { connection.state == .ready }

    /// The present state, then every change; ends when `run()` has ended.
    package func states() -> AsyncStream<AMQPConnectionState> { connection.states() }

    /// Publishes one message after the other; as a rule one message holds all receipts of a call.
    package func publish(_ receipts: [GatewayReceipt]) async throws(QueueProblem) {
        for body in ReceiptCodec.bodies(of: receipts) {
            try await publisher.publish(
                AMQPMessage(receipts: body), routingKey: QueueTopology.receiptKey, within: patience)
        }
    }
}
