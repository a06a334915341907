import AMQP
import VerificationCore

extension AMQPPublisher {
    /// Publishes to an exchange, and returns when the broker has confirmed that the message is in a queue.
    ///
    /// `patience`: how long all of it may take.
    func confirmed(
        _ message: AMQPMessage, exchange: String, routingKey: String, within patience: Duration
    ) async throws(QueueProblem) {
        do {
            try await publish(message, exchange: exchange, routingKey: routingKey, within: patience)
        } catch {
            switch error.publishOutcome {
            case .notEnqueued: throw .unavailable
            case .unknown: throw .unknown
            }
        }
    }
}
