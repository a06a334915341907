import AMQP
import VerificationCore

/// Looks at the queues on RabbitMQ.
package struct QueueInspector: Sendable {
    private let configuration: AMQPConfiguration
    private let topology: QueueTopology

    /// Each question has a connection of its own.
    package init(_ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology()) {
        self.configuration = configuration
        self.topology = topology
    }

    /// All queues of the installation: the queue of requests first, the dead-letter queue last.
    package func reports() async throws(BrokerError) -> [QueueReport] {
        try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
            var reports: [QueueReport] = []
            for queue in topology.declarations.queues {
                reports.append(
                    QueueReport(
                        name: queue.name, role: topology.role(of: queue.name),
                        state: try await state(of: queue, by: client)))
            }
            return reports
        }
    }

    /// The version of the cluster's node that answers; nil when the URLs name a single node, or the node names no
    /// version.
    package func clusterVersion() async throws(BrokerError) -> BrokerVersion? {
        guard configuration.hasSeveralNodes else { return nil }
        return try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
            try await client.serverVersion().flatMap { BrokerVersion($0) }
        }
    }

    private func state(
        of queue: AMQPTopology.Queue, by client: AMQPClient
    ) async throws(AMQPError) -> QueueReport.State {
        guard let status = try await client.inspect(queue: queue.name) else { return .missing }
        // To declare a queue that exists changes nothing.
        let mismatches = try await client.declare(AMQPTopology(queues: [queue]))
        return .present(
            messages: status.messages, consumers: status.consumers, mismatch: mismatches.first?.reason)
    }
}
