import CRabbitMQ

// Translates between `AMQPMessage` and the C structure, whose flags say which properties are there.

extension AMQPMessage {
    init(body: [UInt8], _ properties: amqp_basic_properties_t) {
        func text(_ flag: Int32, _ bytes: amqp_bytes_t) -> String? { properties.has(flag) ? bytes.text : nil }
        self.init(
            body: body,
            contentType: text(AMQP_BASIC_CONTENT_TYPE_FLAG, properties.content_type),
            type: text(AMQP_BASIC_TYPE_FLAG, properties.type),
            messageID: text(AMQP_BASIC_MESSAGE_ID_FLAG, properties.message_id),
            correlationID: text(AMQP_BASIC_CORRELATION_ID_FLAG, properties.correlation_id),
            replyTo: text(AMQP_BASIC_REPLY_TO_FLAG, properties.reply_to),
            appID: text(AMQP_BASIC_APP_ID_FLAG, properties.app_id),
            timestamp: properties.has(AMQP_BASIC_TIMESTAMP_FLAG) ? properties.timestamp : nil,
            isPersistent: properties.has(AMQP_BASIC_DELIVERY_MODE_FLAG) && properties.delivery_mode == 2,
            expiration: text(AMQP_BASIC_EXPIRATION_FLAG, properties.expiration),
            headers: properties.has(AMQP_BASIC_HEADERS_FLAG) ? FieldValueReader.headers(properties.headers) : [:])
    }

    /// The C form; its pointers live in `arena`.
    func properties(in arena: inout Arena) -> amqp_basic_properties_t {
        var properties = amqp_basic_properties_t()
        func put(_ text: String?, as flag: Int32, in field: inout amqp_bytes_t) -> amqp_flags_t {
            guard let text else { return 0 }
            field = arena.bytes(text)
            return amqp_flags_t(flag)
        }
        var flags = put(contentType, as: AMQP_BASIC_CONTENT_TYPE_FLAG, in: &properties.content_type)
        flags |= put(type, as: AMQP_BASIC_TYPE_FLAG, in: &properties.type)
        flags |= put(messageID, as: AMQP_BASIC_MESSAGE_ID_FLAG, in: &properties.message_id)
        flags |= put(correlationID, as: AMQP_BASIC_CORRELATION_ID_FLAG, in: &properties.correlation_id)
        flags |= put(replyTo, as: AMQP_BASIC_REPLY_TO_FLAG, in: &properties.reply_to)
        flags |= put(appID, as: AMQP_BASIC_APP_ID_FLAG, in: &properties.app_id)
        flags |= put(expiration, as: AMQP_BASIC_EXPIRATION_FLAG, in: &properties.expiration)
        properties._flags = flags
        properties.mark(AMQP_BASIC_DELIVERY_MODE_FLAG)
        properties.delivery_mode = isPersistent ? 2 : 1
        if let timestamp {
            properties.mark(AMQP_BASIC_TIMESTAMP_FLAG)
            properties.timestamp = timestamp
        }
        if !headers.isEmpty {
            properties.mark(AMQP_BASIC_HEADERS_FLAG)
            properties.headers = arena.table(headers)
        }
        return properties
    }
}

extension amqp_basic_properties_t {
    fileprivate func has(_ flag: Int32) -> Bool { _flags & amqp_flags_t(flag) != 0 }

    fileprivate mutating func mark(_ flag: Int32) { _flags |= amqp_flags_t(flag) }
}
