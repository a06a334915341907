import AMQP

/// What an inbox needs to settle a delivery, and which inbox handed it out.
///
/// Two inboxes number their deliveries alike, so a receipt of one would settle another request at the other.
struct RequestReceipt: Sendable {
    let delivery: AMQPDelivery
    /// The consumer by which the delivery came.
    let consumer: ObjectIdentifier
}
