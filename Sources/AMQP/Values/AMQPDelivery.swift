/// A message that the broker handed over, and what is needed to settle it.
package struct AMQPDelivery: Sendable, Equatable {
    package let message: AMQPMessage
    package let exchange: String
    package let routingKey: String
    /// Whether the broker has handed this message to a consumer before.
    package let isRedelivered: Bool
    /// The size of the body as it was sent, which may be more than `message.body` holds.
    package let bodySize: UInt64
    /// The broker's number for this delivery, valid only on the connection by which it came.
    package let tag: UInt64
    /// The number of the connection by which it came.
    ///
    /// On a later connection its settlement is dropped, because the broker delivers the message again.
    package internal(set) var generation: Int

    /// Whether the body was longer than the configured limit: then `message.body` holds only its beginning.
    package var isTruncated: Bool { UInt64(message.body.count) < bodySize }
}
