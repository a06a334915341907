import AMQP

/// What an inbox needs to settle a delivery, and which inbox handed it out.
///
/// Two inboxes number their deliveries alike. So a receipt of the first inbox could settle another request at the
/// second.
struct RequestReceipt: Sendable {
    let delivery: AMQPDelivery
    /// The consumer by which the delivery came.
    let consumer: ObjectIdentifier
}
