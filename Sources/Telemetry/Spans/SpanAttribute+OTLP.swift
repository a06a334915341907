import VerificationCore

extension SpanAttribute {
    /// The names and values by OpenTelemetry's semantic conventions.
    var otlp: [(name: String, value: OTLPValue)] {
        switch self {
        case .method(let method): [("http.request.method", .text(method)), ("url.scheme", .text("http"))]
        case .route(let route): [("http.route", .text(route))]
        case .status(let status): [("http.response.status_code", .number(Int64(status)))]
        case .operation(let operation):
            [
                ("messaging.system", .text("rabbitmq")), ("messaging.operation.name", .text(operation.rawValue)),
                ("messaging.operation.type", .text(operation.type)),
            ]
        case .destination(let name): [("messaging.destination.name", .text(name))]
        case .routingKey(let key): [("messaging.rabbitmq.destination.routing_key", .text(key))]
        case .deliveryTag(let tag): [("messaging.rabbitmq.message.delivery_tag", .number(Int64(clamping: tag)))]
        case .message(let id): [("messaging.message.id", .text(id.description))]
        case .bodySize(let bytes): [("messaging.message.body.size", .number(Int64(bytes)))]
        case .verification(let id): [("verifyd.verification", .text(id.description))]
        case .outcome(let word): [("verifyd.outcome", .text(word))]
        case .gateway(let name): [("verifyd.gateway", .text(name))]
        case .attempt(let number): [("verifyd.try", .number(Int64(number)))]
        }
    }
}
