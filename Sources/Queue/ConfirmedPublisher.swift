import AMQP
import VerificationCore

/// Publishes to the exchange of an installation, with the broker's confirmation that the message is in a queue.
struct ConfirmedPublisher: Sendable {
    let publisher: AMQPPublisher
    let exchange: String
    /// Makes a queue anew that an operator deleted.
    let restorer: QueueRestorer

    /// Returns when the message is in a queue.
    ///
    /// Where there is no queue for it, this message is `unavailable`, and the next message finds the queue again.
    ///
    /// `patience`: how long all of it may take, but for the making of a queue.
    func publish(
        _ message: AMQPMessage, routingKey: String, within patience: Duration
    ) async throws(QueueProblem) {
        do {
            try await publisher.publish(message, exchange: exchange, routingKey: routingKey, within: patience)
        } catch {
            if error.code == .returned { await restorer.restore() }
            switch error.publishOutcome {
            case .notEnqueued: throw .unavailable
            case .unknown: throw .unknown
            }
        }
    }
}
