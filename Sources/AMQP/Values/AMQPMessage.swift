/// A message: bytes, and the properties that travel beside them.
package struct AMQPMessage: Sendable, Equatable {
    /// The pseudo queue of RabbitMQ's direct reply-to, for `replyTo`.
    ///
    /// The broker replaces it with an address of its own. A message published to the exchange "" with that address as
    /// routing key arrives at the `onReply` function of the publisher that asked. It must not be mandatory: RabbitMQ
    /// returns every such answer as unroutable, even when it has delivered it.
    package static let directReplyTo = "amq.rabbitmq.reply-to"

    package var body: [UInt8]
    package var contentType: String?
    package var type: String?
    package var messageID: String?
    package var correlationID: String?
    package var replyTo: String?
    package var appID: String?
    /// The broker's user who published a message that came from the broker; a message on its way to the broker has none.
    ///
    /// RabbitMQ refuses a message whose publisher names another user than its own.
    package var userID: String?
    /// Seconds since 1970.
    package var timestamp: UInt64?
    /// Whether the message, in a durable queue, survives a restart of the broker.
    package var isPersistent: Bool
    /// Milliseconds of life in a queue, as decimal digits.
    package var expiration: String?
    package var headers: [String: AMQPFieldValue]

    /// A message; properties that are left out are not sent.
    package init(
        body: [UInt8], contentType: String? = nil, type: String? = nil, messageID: String? = nil,
        correlationID: String? = nil, replyTo: String? = nil, appID: String? = nil, timestamp: UInt64? = nil,
        isPersistent: Bool = true, expiration: String? = nil, headers: [String: AMQPFieldValue] = [:]
    ) {
        self.body = body
        self.contentType = contentType
        self.type = type
        self.messageID = messageID
        self.correlationID = correlationID
        self.replyTo = replyTo
        self.appID = appID
        self.timestamp = timestamp
        self.isPersistent = isPersistent
        self.expiration = expiration
        self.headers = headers
    }
}

/// A message that the broker handed over, and what is needed to settle it.
package struct AMQPDelivery: Sendable, Equatable {
    package let message: AMQPMessage
    package let exchange: String
    package let routingKey: String
    /// Whether the broker has handed this message to a consumer before.
    package let isRedelivered: Bool
    /// The size of the body as it was sent, which may be more than `message.body` holds.
    package let bodySize: UInt64
    /// The broker's number for this delivery, valid only on the connection that brought it.
    package let tag: UInt64
    /// The number of the connection that brought it.
    ///
    /// On a later connection its settlement is dropped, because the broker delivers the message again.
    package internal(set) var generation: Int

    /// Whether the body was longer than the configured limit: then `message.body` holds only its beginning.
    package var isTruncated: Bool { UInt64(message.body.count) < bodySize }
}

/// A value in a message's headers or in the arguments of a queue.
package indirect enum AMQPFieldValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case boolean(Bool)
    case double(Double)
    /// Seconds since 1970.
    case timestamp(UInt64)
    case table([String: AMQPFieldValue])
    case array([AMQPFieldValue])
    case null

    /// The text of a `string`, nil for every other kind.
    package var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }
}

extension AMQPFieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
