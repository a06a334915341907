import CRabbitMQ

/// Puts frames together: a message is a method, a header, and bodies until the header's size is reached.
struct FrameAssembler {
    /// A method that a header and bodies follow.
    fileprivate enum Opening {
        case delivery(exchange: String, routingKey: String, tag: UInt64, isRedelivered: Bool)
        case returned(exchange: String, routingKey: String, reason: String)
    }

    private struct Content {
        let opening: Opening
        var message: AMQPMessage
        let bodySize: UInt64
        var received: UInt64 = 0
    }

    private enum State {
        case idle
        case awaitingHeader(Opening)
        case awaitingBody(Content)
    }

    private let bodyLimit: Int
    private var state = State.idle

    /// - Parameter bodyLimit: how many bytes of a body are kept; further bytes are counted and dropped.
    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Takes one frame, copies what it needs, and returns what is now complete.
    ///
    /// - Throws: the broker's reason when the frame closes the channel or the connection; `protocolViolation` for a
    ///   frame out of order.
    mutating func take(_ frame: amqp_frame_t) throws(AMQPError) -> InboundEvent? {
        switch Int32(frame.frame_type) {
        case AMQP_FRAME_METHOD: return try take(frame.payload.method)
        case AMQP_FRAME_HEADER: return try takeHeader(frame)
        case AMQP_FRAME_BODY: return try takeBody(frame.payload.body_fragment)
        default: return nil
        }
    }

    private mutating func take(_ method: amqp_method_t) throws(AMQPError) -> InboundEvent? {
        switch method.id {
        case AMQP_BASIC_DELIVER_METHOD: try open(Opening(method.as(amqp_basic_deliver_t.self)))
        case AMQP_BASIC_GET_OK_METHOD: try open(Opening(method.as(amqp_basic_get_ok_t.self)))
        case AMQP_BASIC_RETURN_METHOD: try open(Opening(method.as(amqp_basic_return_t.self)))
        case AMQP_BASIC_ACK_METHOD: return .confirmed(Confirmation(method.as(amqp_basic_ack_t.self)))
        case AMQP_BASIC_NACK_METHOD: return .confirmed(Confirmation(method.as(amqp_basic_nack_t.self)))
        case AMQP_BASIC_GET_EMPTY_METHOD: return .nothingToGet
        case AMQP_CONNECTION_BLOCKED_METHOD:
            return .blocked(reason: method.as(amqp_connection_blocked_t.self).reason.text)
        case AMQP_CONNECTION_UNBLOCKED_METHOD: return .unblocked
        case AMQP_BASIC_CANCEL_METHOD: return .consumerCancelled
        case AMQP_BASIC_CONSUME_OK_METHOD: return .consumeAnswered
        case AMQP_BASIC_CANCEL_OK_METHOD: return .cancelAnswered
        case AMQP_CHANNEL_CLOSE_METHOD, AMQP_CONNECTION_CLOSE_METHOD: throw AMQPError(closing: method)
        default: break
        }
        return nil
    }

    private mutating func open(_ opening: Opening) throws(AMQPError) {
        guard case .idle = state else { throw AMQPError(.protocolViolation, context: "a method inside a message") }
        state = .awaitingHeader(opening)
    }

    private mutating func takeHeader(_ frame: amqp_frame_t) throws(AMQPError) -> InboundEvent? {
        let header = frame.payload.properties
        guard case .awaitingHeader(let opening) = state, let decoded = header.decoded else {
            throw AMQPError(.protocolViolation, context: "a header without a method")
        }
        let properties = decoded.assumingMemoryBound(to: amqp_basic_properties_t.self).pointee
        let content = Content(
            opening: opening, message: AMQPMessage(body: [], properties), bodySize: header.body_size)
        return finishIfComplete(content)
    }

    private mutating func takeBody(_ fragment: amqp_bytes_t) throws(AMQPError) -> InboundEvent? {
        guard case .awaitingBody(var content) = state else {
            throw AMQPError(.protocolViolation, context: "a body without a header")
        }
        state = .idle  // frees the second reference to the body, so that `append` copies nothing
        content.received += UInt64(fragment.len)
        content.message.body.append(contentsOf: fragment.buffer.prefix(bodyLimit - content.message.body.count))
        return finishIfComplete(content)
    }

    private mutating func finishIfComplete(_ content: Content) -> InboundEvent? {
        guard content.received >= content.bodySize else {
            state = .awaitingBody(content)
            return nil
        }
        state = .idle
        switch content.opening {
        case .delivery(let exchange, let routingKey, let tag, let isRedelivered):
            return .delivered(
                AMQPDelivery(
                    message: content.message, exchange: exchange, routingKey: routingKey, isRedelivered: isRedelivered,
                    bodySize: content.bodySize, tag: tag, generation: 0))
        case .returned(let exchange, let routingKey, let reason):
            return .returned(
                ReturnedMessage(
                    exchange: exchange, routingKey: routingKey, messageID: content.message.messageID, reason: reason))
        }
    }
}

extension FrameAssembler.Opening {
    fileprivate init(_ method: amqp_basic_deliver_t) {
        self = .delivery(
            exchange: method.exchange.text, routingKey: method.routing_key.text, tag: method.delivery_tag,
            isRedelivered: method.redelivered != 0)
    }

    fileprivate init(_ method: amqp_basic_get_ok_t) {
        self = .delivery(
            exchange: method.exchange.text, routingKey: method.routing_key.text, tag: method.delivery_tag,
            isRedelivered: method.redelivered != 0)
    }

    fileprivate init(_ method: amqp_basic_return_t) {
        self = .returned(
            exchange: method.exchange.text, routingKey: method.routing_key.text,
            reason: "\(method.reply_code) \(method.reply_text.text)")
    }
}

extension Confirmation {
    fileprivate init(_ method: amqp_basic_ack_t) {
        self.init(tag: method.delivery_tag, coversEarlier: method.multiple != 0, isAccepted: true)
    }

    fileprivate init(_ method: amqp_basic_nack_t) {
        self.init(tag: method.delivery_tag, coversEarlier: method.multiple != 0, isAccepted: false)
    }
}

extension amqp_method_t {
    /// The decoded fields; the caller chooses the type that belongs to `id`.
    func `as`<Fields>(_: Fields.Type) -> Fields {
        decoded.assumingMemoryBound(to: Fields.self).pointee
    }
}

/// The broker's answer to one published message, or to all messages up to that message.
struct Confirmation: Equatable {
    let tag: UInt64
    /// Whether the answer also covers every unconfirmed message before `tag`.
    let coversEarlier: Bool
    let isAccepted: Bool
}

/// A mandatory message that reached no queue; its confirmation still follows.
struct ReturnedMessage: Equatable {
    let exchange: String
    let routingKey: String
    let messageID: String?
    /// The broker's reason, such as `312 NO_ROUTE`.
    let reason: String
}
