import AMQP
import VerificationCore

/// Looks at the queues for an operator, without changing anything.
package struct QueueInspector: Sendable {
    /// One queue as the broker sees it now.
    package struct Report: Sendable, Equatable {
        package let queue: String
        /// Nil when there is no such queue; every process that connects declares it.
        package let status: AMQPQueueStatus?
    }

    private let client: AMQPClient
    private let topology: QueueTopology

    /// Connects with the first question.
    package init(_ configuration: AMQPConfiguration, topology: QueueTopology = QueueTopology()) {
        client = AMQPClient(configuration)
        self.topology = topology
    }

    /// All queues, work first.
    package func reports() async throws(AMQPError) -> [Report] {
        var reports: [Report] = []
        for queue in topology.queues {
            reports.append(Report(queue: queue, status: try await client.inspect(queue: queue)))
        }
        return reports
    }

    package func close() async {
        await client.close()
    }
}
