/// The attributes of a span: all keys there are, and no key for a phone, a code, an address or a text.
///
/// The names are those of OpenTelemetry's semantic conventions, 1.44; those of verifyd alone begin with `verifyd.`.
package enum SpanAttribute: Sendable, Hashable {
    // MARK: A call of the API

    /// `http.request.method`: the method, or `_OTHER` for a name that the caller made up.
    case method(String)
    /// `http.route`: the path with names in the place of values.
    case route(String)
    /// `http.response.status_code`.
    case status(Int)

    // MARK: A message of the queue

    /// `messaging.operation.name` and `messaging.operation.type`, with `messaging.system`.
    case operation(SpanOperation)
    /// `messaging.destination.name`.
    case destination(String)
    /// `messaging.rabbitmq.destination.routing_key`.
    case routingKey(String)
    /// `messaging.rabbitmq.message.delivery_tag`.
    case deliveryTag(UInt64)
    /// `messaging.message.id`: the id of the request.
    case message(VerificationID)
    /// `messaging.message.body.size`, in bytes.
    case bodySize(Int)

    // MARK: verifyd's own

    /// `verifyd.verification`: the id of the verification, as in the log.
    case verification(VerificationID)
    /// `verifyd.outcome`: a value from a small set, as in metrics.
    case outcome(String)
    /// `verifyd.gateway`: the gateway's name in the settings.
    case gateway(String)
    /// `verifyd.try`: 1 for the message's first try.
    case attempt(Int)
}

/// What happens to a message of the queue.
package enum SpanOperation: String, Sendable {
    case publish, process

    /// The name that tracing systems give this operation in all queues.
    package var type: String {
        switch self {
        case .publish: "send"
        case .process: "process"
        }
    }
}
