import CRabbitMQ
import Connections
import Glibc

/// The only owner of a librabbitmq connection; only one thread at a time may use it.
///
/// Dropping it frees the library's memory and cuts the socket without telling the broker. No other end is safe for a
/// connection in doubt: `close` could wait for an answer that never comes.
struct ConnectionHandle: ~Copyable {
    /// One connection has one channel: the library can lose frames when the frames of several channels are interleaved.
    static let channel: amqp_channel_t = 1

    private(set) var socket: SharedSocket?
    let state: amqp_connection_state_t
    var arena = Arena()
    private var assembler: FrameAssembler

    init(bodyLimit: Int) throws(AMQPError) {
        guard let state = amqp_new_connection() else { throw AMQPError(.connectionFailed, context: "out of memory") }
        self.state = state
        assembler = FrameAssembler(bodyLimit: bodyLimit)
    }

    deinit {
        socket?.cut()
        amqp_destroy_connection(state)
    }

    /// Tells the broker that the connection ends, and waits for its answer; only for a healthy connection.
    mutating func close() {
        _ = amqp_connection_close(state, AMQP_REPLY_SUCCESS)
    }

    /// The next event that the broker has sent whole, or nil when no further frame arrives within `wait`.
    ///
    /// "Heartbeats are only serviced during amqp_basic_publish(), and amqp_simple_wait_frame()/
    /// amqp_simple_wait_frame_noblock()" (amqp.h, amqp_login_with_properties). So `AMQPConnection` calls this at least
    /// every three seconds.
    mutating func nextEvent(wait: Duration = .zero) throws(AMQPError) -> InboundEvent? {
        var timeout = timeval(wait)
        while true {
            var frame = amqp_frame_t()
            let status = amqp_simple_wait_frame_noblock(state, &frame, &timeout)
            if status == AMQP_STATUS_TIMEOUT.rawValue { return nil }
            guard status == AMQP_STATUS_OK.rawValue else { throw AMQPError(status: status, while: "reading") }
            let event = try assembler.take(frame)
            releaseBuffers()
            if let event { return event }
        }
    }

    /// Lets the library reuse the memory of the last frames and answers, which the caller has copied by now.
    ///
    /// "Use of any memory returned by the library before this function is called with [will] result in undefined
    /// behavior" (amqp.h, amqp_maybe_release_buffers).
    mutating func releaseBuffers() {
        amqp_maybe_release_buffers(state)
    }

    /// The bytes of the largest frame that both sides take.
    var frameSize: Int { Int(amqp_get_frame_max(state)) }

    /// The time between heartbeats, on which both sides agreed; at least 1 s.
    var heartbeat: Duration { .seconds(max(1, amqp_get_heartbeat(state))) }

    /// The version that the broker named before the login, for example `3.10.8`; nil when it named none.
    var serverVersion: String? {
        guard let properties = amqp_get_server_properties(state),
            case .string(let version)? = FieldValueReader.headers(properties.pointee)["version"]
        else { return nil }
        return version
    }

    /// Whether bytes read from the socket wait inside the library, where no wait for the socket can see them.
    ///
    /// "The library may buffer frames. … The library has a socket read buffer" (amqp.h,
    /// amqp_simple_wait_frame_noblock).
    var hasBufferedInput: Bool {
        amqp_frames_enqueued(state) != 0 || amqp_data_in_buffer(state) != 0
    }

    /// Throws the error of the last remote call, if it failed.
    ///
    /// "Upon error, they return NULL, and we need some way of discovering what, if anything, went wrong" (amqp.h,
    /// amqp_get_rpc_reply).
    func checkReply(_ action: String) throws(AMQPError) {
        try ConnectionHandle.check(amqp_get_rpc_reply(state), doing: action)
    }

    static func check(_ reply: amqp_rpc_reply_t, doing action: String) throws(AMQPError) {
        switch reply.reply_type {
        case AMQP_RESPONSE_NORMAL: return
        case AMQP_RESPONSE_SERVER_EXCEPTION: throw AMQPError(closing: reply.reply, while: action)
        default: throw AMQPError(status: reply.library_error, while: action)
        }
    }

    func checkStatus(_ status: Int32, doing action: String) throws(AMQPError) {
        guard status >= 0 else { throw AMQPError(status: status, while: action) }
    }
}

extension ConnectionHandle {
    /// Connects, and with TLS verifies the broker's certificate.
    ///
    /// It may take the handshake deadline, and before it any time that the system needs to look up the host's name.
    mutating func connect(_ endpoint: AMQPEndpoint, with configuration: AMQPConfiguration) throws(AMQPError) {
        // "The default value is NULL, or an infinite timeout. When an RPC times out, … the connection will be closed"
        // (amqp.h, amqp_set_rpc_timeout).
        var handshake = timeval(configuration.handshakeDeadline)
        var rpc = timeval(configuration.rpcDeadline)
        amqp_set_handshake_timeout(state, &handshake)
        amqp_set_rpc_timeout(state, &rpc)
        let socket = try makeSocket(endpoint, with: configuration)
        let status = amqp_socket_open_noblock(socket, endpoint.host, Int32(endpoint.port), &handshake)
        guard status == AMQP_STATUS_OK.rawValue else {
            let error = AMQPError(status: status, while: "connecting to \(endpoint)")
            throw error.code == .connectionLost
                ? AMQPError(.connectionFailed, context: "nothing answers at \(endpoint)") : error
        }
        self.socket = SharedSocket(duplicating: amqp_get_sockfd(state))
        guard self.socket != nil else { throw AMQPError(.connectionFailed, context: "no file descriptor left") }
    }

    /// Logs in and opens the channel.
    mutating func login(_ endpoint: AMQPEndpoint, with configuration: AMQPConfiguration) throws(AMQPError) {
        // Without these capabilities the broker announces neither alarms nor deleted queues.
        let capabilities: [String: AMQPFieldValue] = [
            "connection.blocked": true, "consumer_cancel_notify": true, "publisher_confirms": true,
            "basic.nack": true, "authentication_failure_close": true,
        ]
        // "A value of 0 disables heartbeats" (amqp.h, amqp_login_with_properties), whatever the broker proposes.
        let heartbeat = max(1, Int32(configuration.heartbeat.components.seconds))
        let reply = arena.lend { [state] arena in
            var properties = arena.table([
                "connection_name": .string(configuration.connectionName), "capabilities": .table(capabilities),
            ])
            return amqp_shim_login(
                state, endpoint.virtualHost, configuration.frameSize, heartbeat, &properties, endpoint.user,
                endpoint.password.value)
        }
        do {
            try ConnectionHandle.check(reply, doing: "logging in at \(endpoint)")
        } catch {
            throw error.code == .refusedByBroker(403) ? AMQPError(.authenticationFailed, context: error.context) : error
        }
        amqp_channel_open(state, ConnectionHandle.channel)
        try checkReply("opening a channel")
    }

    /// Makes a socket, which the connection owns and frees.
    private func makeSocket(
        _ endpoint: AMQPEndpoint, with configuration: AMQPConfiguration
    ) throws(AMQPError) -> OpaquePointer {
        let made = endpoint.usesTLS ? amqp_ssl_socket_new(state) : amqp_tcp_socket_new(state)
        guard let made else { throw AMQPError(.connectionFailed, context: "no socket") }
        guard endpoint.usesTLS else { return made }
        // By itself librabbitmq 0.11 would still speak TLS 1.0. It verifies peer and host name by default, but it knows
        // no certificate authority.
        try checkStatus(
            amqp_ssl_socket_set_ssl_versions(made, AMQP_TLSv1_2, AMQP_TLSvLATEST), doing: "choosing TLS 1.2")
        guard let caFile = configuration.caFile else {
            throw AMQPError(.invalidConfiguration, context: "amqps needs the file of the certificate authority")
        }
        try checkStatus(amqp_ssl_socket_set_cacert(made, caFile), doing: "reading the certificate authority \(caFile)")
        return made
    }
}

/// One event that the broker has sent whole, for example a delivery with its properties and its body.
enum InboundEvent {
    /// A message for a consumer, or the answer to `basic.get`.
    case delivered(AMQPDelivery)
    /// The answer to `basic.get` when the queue is empty.
    case nothingToGet
    case returned(ReturnedMessage)
    case confirmed(Confirmation)
    /// The broker takes no more messages; `reason` is the broker's own text, for example `low on memory`.
    case blocked(reason: String)
    case unblocked
    /// The broker ended our subscription, for example because the queue was deleted.
    case consumerCancelled
    /// The broker's answer to our `basic.consume`; deliveries may come before it.
    case consumeAnswered
    /// The broker's answer to our `basic.cancel`; no delivery comes after it.
    case cancelAnswered
}
