import AMQP
import Connections

/// Declares queues again that an operator deleted; without it they would be missing until the next connection.
///
/// A message that reaches no queue shows that one is missing. A thousand such messages may come back at once, so it
/// declares at most once a second, over a connection that it closes afterwards.
final class QueueRestorer: Sendable {
    private let configuration: AMQPConfiguration
    private let topology: AMQPTopology
    private let log: QueueLog
    private let turns = OncePerSecond()

    /// `topology`: what the process that publishes declares when it connects.
    init(_ configuration: AMQPConfiguration, topology: AMQPTopology, log: QueueLog) {
        self.configuration = configuration
        self.topology = topology
        self.log = log
    }

    /// Returns when the queues are there, or at once for all but the first call within a second.
    ///
    /// After a failure the next call tries again.
    func restore() async {
        guard turns.note(at: .now) != nil else { return }
        do {
            try await AMQPClient.withConnection(to: configuration) { client throws(AMQPError) in
                _ = try await client.declare(topology)
            }
        } catch {
            log.couldNotDeclare(error)
        }
    }
}
