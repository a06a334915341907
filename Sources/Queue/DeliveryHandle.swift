import AMQP

/// What an inbox needs to settle a delivery, and which inbox handed it out.
///
/// Two inboxes number their deliveries alike. So the handle of a delivery of the first inbox could settle another job at
/// the second.
struct DeliveryHandle: Sendable {
    let delivery: AMQPDelivery
    /// The consumer by which the delivery came.
    let consumer: ObjectIdentifier
}
