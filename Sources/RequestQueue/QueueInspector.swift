import AMQP
import VerificationCore

/// Looks at the queues for an operator, without changing anything.
package struct QueueInspector: Sendable {
    /// One queue as the broker sees it now.
    package struct Report: Sendable, Equatable {
        package let queue: String
        /// Nil when there is no such queue; a worker that connects declares it.
        package let status: AMQPQueueStatus?
        /// In which setting the queue differs from the one that a worker would declare, in the broker's words.
        package let mismatch: String?
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
        for queue in topology.declarations.queues {
            let status = try await client.inspect(queue: queue.name)
            // To declare what exists changes nothing.
            let mismatches = status == nil ? [] : try await client.declare(AMQPTopology(queues: [queue]))
            reports.append(Report(queue: queue.name, status: status, mismatch: mismatches.first?.reason))
        }
        return reports
    }

    package func close() async {
        await client.close()
    }
}
