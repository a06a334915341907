import CRabbitMQ

// Questions to the broker. A remote call waits for the broker's answer; a frame does not.

extension ConnectionHandle {
    mutating func enableConfirms() throws(AMQPError) {
        amqp_confirm_select(state, ConnectionHandle.channel)
        try checkReply("enabling confirms")
    }

    /// Bounds how many deliveries of each later subscription may be unsettled.
    ///
    /// RabbitMQ counts for each subscription by itself, not for the channel (global is 0).
    mutating func setPrefetch(_ prefetch: UInt16) throws(AMQPError) {
        amqp_basic_qos(state, ConnectionHandle.channel, 0, prefetch, 0)
        try checkReply("setting the prefetch")
    }

    /// Lets the broker send messages of `queue` until the prefetch is reached.
    mutating func subscribe(queue: String, consumerTag: String) throws(AMQPError) {
        try consume(queue: queue, consumerTag: consumerTag, settlesItself: false)
    }

    /// Receives the answers to messages that name the direct reply-to; such answers are never settled.
    mutating func subscribeToReplies(consumerTag: String) throws(AMQPError) {
        try consume(queue: AMQPMessage.directReplyTo, consumerTag: consumerTag, settlesItself: true)
    }

    /// How full `queue` is; without such a queue the broker closes the channel with code 404.
    mutating func inspect(queue: String) throws(AMQPError) -> AMQPQueueStatus {
        let answer = arena.lend { [state] arena in
            amqp_queue_declare(state, ConnectionHandle.channel, arena.bytes(queue), 1, 0, 0, 0, amqp_empty_table)
        }
        try checkReply("inspecting queue \(queue)")
        guard let answer else { throw AMQPError(.protocolViolation, context: "no answer to a passive declaration") }
        return AMQPQueueStatus(
            messages: Int(answer.pointee.message_count), consumers: Int(answer.pointee.consumer_count))
    }

    /// Drops the messages that are ready, and returns how many; without such a queue the broker closes the channel.
    mutating func purge(queue: String) throws(AMQPError) -> Int {
        let answer = arena.lend { [state] arena in
            amqp_queue_purge(state, ConnectionHandle.channel, arena.bytes(queue))
        }
        try checkReply("purging queue \(queue)")
        return answer.map { Int($0.pointee.message_count) } ?? 0
    }

    mutating func delete(queue: String) throws(AMQPError) {
        _ = arena.lend { [state] arena in
            amqp_queue_delete(state, ConnectionHandle.channel, arena.bytes(queue), 0, 0)
        }
        try checkReply("deleting queue \(queue)")
    }

    /// Answers the broker's `channel.close`, and opens the channel again.
    ///
    /// "The client should amqp_send_method() a amqp_channel_close_ok_t. The channel must be re-opened before it can be
    /// used again" (amqp.h, amqp_get_rpc_reply).
    mutating func reopenChannel() throws(AMQPError) {
        var answer = amqp_channel_close_ok_t()
        let status = ConnectionHandle.send(AMQP_CHANNEL_CLOSE_OK_METHOD, with: &answer, over: state)
        try checkStatus(status, doing: "closing a channel")
        amqp_channel_open(state, ConnectionHandle.channel)
        try checkReply("opening a channel again")
    }

    private mutating func consume(queue: String, consumerTag: String, settlesItself: Bool) throws(AMQPError) {
        _ = arena.lend { [state] arena in
            amqp_basic_consume(
                state, ConnectionHandle.channel, arena.bytes(queue), arena.bytes(consumerTag), 0, settlesItself ? 1 : 0,
                0, amqp_empty_table)
        }
        try checkReply("subscribing to queue \(queue)")
    }
}

extension ConnectionHandle {
    /// Writes a message to the socket's buffer.
    ///
    /// "At the AMQ protocol level basic.publish is an async method" (amqp.h, amqp_basic_publish). Only the broker's
    /// confirmation shows whether the message arrived.
    mutating func publish(
        _ message: AMQPMessage, exchange: String, routingKey: String, isMandatory: Bool
    ) throws(AMQPError) {
        let status = arena.lend { [state] arena in
            var properties = message.properties(in: &arena)
            let exchange = arena.bytes(exchange)
            let routingKey = arena.bytes(routingKey)
            return message.body.withUnsafeBytes { body in
                // The library only reads the body; its bytes are not const because one C type serves both directions.
                let body = amqp_bytes_t(len: body.count, bytes: UnsafeMutableRawPointer(mutating: body.baseAddress))
                return amqp_basic_publish(
                    state, ConnectionHandle.channel, exchange, routingKey, isMandatory ? 1 : 0, 0, &properties, body)
            }
        }
        try checkStatus(status, doing: "publishing")
    }

    mutating func send(_ frame: AcknowledgementFrame) throws(AMQPError) {
        switch frame {
        case .acknowledge(let tag, let coversEarlier):
            try checkStatus(
                amqp_basic_ack(state, ConnectionHandle.channel, tag, coversEarlier ? 1 : 0), doing: "acknowledging")
        case .reject(let tag, requeue: true):
            // From RabbitMQ 4.3 on a quorum queue counts `basic.reject` as a failure and `basic.nack` not.
            try checkStatus(amqp_basic_nack(state, ConnectionHandle.channel, tag, 0, 1), doing: "giving back")
        case .reject(let tag, requeue: false):
            try checkStatus(amqp_basic_reject(state, ConnectionHandle.channel, tag, 0), doing: "rejecting")
        }
    }

    /// Asks the broker to deliver messages of `queue`, and waits for no answer, so that settlements go on meanwhile.
    ///
    /// The event `consumeAnswered` is the answer. Without such a queue the broker closes the channel, and the next event
    /// throws.
    mutating func requestSubscription(queue: String, consumerTag: String) throws(AMQPError) {
        let status = arena.lend { [state] arena in
            var method = amqp_basic_consume_t(
                ticket: 0, queue: arena.bytes(queue), consumer_tag: arena.bytes(consumerTag), no_local: 0, no_ack: 0,
                exclusive: 0, nowait: 0, arguments: amqp_empty_table)
            return ConnectionHandle.send(AMQP_BASIC_CONSUME_METHOD, with: &method, over: state)
        }
        try checkStatus(status, doing: "subscribing to queue \(queue) again")
    }

    /// Asks the broker to stop delivering; the event `cancelAnswered` comes after the last delivery.
    mutating func requestCancel(consumerTag: String) throws(AMQPError) {
        let status = arena.lend { [state] arena in
            var method = amqp_basic_cancel_t(consumer_tag: arena.bytes(consumerTag), nowait: 0)
            return ConnectionHandle.send(AMQP_BASIC_CANCEL_METHOD, with: &method, over: state)
        }
        try checkStatus(status, doing: "cancelling")
    }

    /// Asks for one message; the event `delivered` or `nothingToGet` is the answer.
    mutating func requestMessage(queue: String) throws(AMQPError) {
        let status = arena.lend { [state] arena in
            var method = amqp_basic_get_t(ticket: 0, queue: arena.bytes(queue), no_ack: 0)
            return ConnectionHandle.send(AMQP_BASIC_GET_METHOD, with: &method, over: state)
        }
        try checkStatus(status, doing: "getting a message")
    }

    /// Writes one frame and waits for no answer; returns the library's status.
    private static func send<Fields>(
        _ method: amqp_method_number_t, with fields: inout Fields, over state: amqp_connection_state_t
    ) -> Int32 {
        withUnsafeMutablePointer(to: &fields) { amqp_send_method(state, channel, method, $0) }
    }
}

extension ConnectionHandle {
    /// Takes one message, nil for an empty queue; throws `timedOut` when the broker says nothing for `limit`.
    mutating func get(queue: String, within limit: Duration) throws(AMQPError) -> AMQPDelivery? {
        try requestMessage(queue: queue)
        while let event = try nextEvent(wait: limit) {
            switch event {
            case .delivered(let delivery): return delivery
            case .nothingToGet: return nil
            case .blocked, .unblocked, .confirmed, .returned, .consumerCancelled, .consumeAnswered, .cancelAnswered:
                continue
            }
        }
        throw AMQPError(.timedOut, context: "getting a message from queue \(queue)")
    }
}

// Translates between `AMQPMessage` and the C structure, whose flags say which properties are there.

extension AMQPMessage {
    init(body: [UInt8], _ properties: amqp_basic_properties_t) {
        func text(_ flag: Int32, from bytes: amqp_bytes_t) -> String? { properties.has(flag) ? bytes.text : nil }
        self.init(
            body: body,
            contentType: text(AMQP_BASIC_CONTENT_TYPE_FLAG, from: properties.content_type),
            type: text(AMQP_BASIC_TYPE_FLAG, from: properties.type),
            messageID: text(AMQP_BASIC_MESSAGE_ID_FLAG, from: properties.message_id),
            correlationID: text(AMQP_BASIC_CORRELATION_ID_FLAG, from: properties.correlation_id),
            replyTo: text(AMQP_BASIC_REPLY_TO_FLAG, from: properties.reply_to),
            appID: text(AMQP_BASIC_APP_ID_FLAG, from: properties.app_id),
            timestamp: properties.has(AMQP_BASIC_TIMESTAMP_FLAG) ? properties.timestamp : nil,
            isPersistent: properties.has(AMQP_BASIC_DELIVERY_MODE_FLAG) && properties.delivery_mode == 2,
            expiration: text(AMQP_BASIC_EXPIRATION_FLAG, from: properties.expiration),
            headers: properties.has(AMQP_BASIC_HEADERS_FLAG) ? FieldValueReader.headers(properties.headers) : [:])
        userID = text(AMQP_BASIC_USER_ID_FLAG, from: properties.user_id)
    }

    /// The C form; its pointers live in `arena`.
    ///
    /// The user is left out, who may be another than this connection's.
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
