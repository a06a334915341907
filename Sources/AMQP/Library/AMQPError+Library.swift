import CRabbitMQ

extension AMQPError {
    /// What a negative status of librabbitmq means.
    init(status: Int32, while action: String) {
        let code: Code =
            switch amqp_status_enum(rawValue: status) {
            case AMQP_STATUS_TIMEOUT, AMQP_STATUS_HEARTBEAT_TIMEOUT: .timedOut
            case AMQP_STATUS_HOSTNAME_RESOLUTION_FAILED: .connectionFailed
            case AMQP_STATUS_SSL_ERROR, AMQP_STATUS_SSL_HOSTNAME_VERIFY_FAILED, AMQP_STATUS_SSL_PEER_VERIFY_FAILED,
                AMQP_STATUS_SSL_CONNECTION_FAILED:
                .tlsFailed
            case AMQP_STATUS_BAD_AMQP_DATA, AMQP_STATUS_UNKNOWN_CLASS, AMQP_STATUS_UNKNOWN_METHOD,
                AMQP_STATUS_INCOMPATIBLE_AMQP_VERSION, AMQP_STATUS_WRONG_METHOD:
                .protocolViolation
            default: .connectionLost
            }
        self.init(code, context: "\(action): \(String(cString: amqp_error_string2(status)))")
    }

    /// The reason in a `channel.close` or `connection.close`.
    init(closing method: amqp_method_t, while action: String? = nil) {
        let (number, reason) =
            switch method.id {
            case AMQP_CONNECTION_CLOSE_METHOD: method.as(amqp_connection_close_t.self).reason
            case AMQP_CHANNEL_CLOSE_METHOD: method.as(amqp_channel_close_t.self).reason
            default: (0, "unexpected method \(method.id)")
            }
        self.init(.refusedByBroker(number), context: action.map { "\($0): \(reason)" } ?? reason)
    }
}

extension AMQPError {
    /// Whether the broker closed only the channel, and the connection is as good as before.
    var leavesConnection: Bool {
        // The soft errors of the protocol: content too large, no consumers, access, not found, locked, precondition.
        guard case .refusedByBroker(let code) = code else { return false }
        return [311, 313, 403, 404, 405, 406].contains(code)
    }
}

extension amqp_connection_close_t {
    fileprivate var reason: (Int, String) { (Int(reply_code), reply_text.text) }
}

extension amqp_channel_close_t {
    fileprivate var reason: (Int, String) { (Int(reply_code), reply_text.text) }
}
