import VerificationCore

/// The spans of published requests: from the call for a publish to the broker's confirmation.
struct PublishTracing: Sendable {
    private let tracer: Tracer
    private let routingKey: String
    private let destination: String

    init(_ tracer: Tracer, exchange: String, routingKey: String) {
        self.tracer = tracer
        self.routingKey = routingKey
        destination = "\(exchange):\(routingKey)"
    }

    func begin(under context: TraceContext?) -> OpenSpan? { tracer.begin(.producer, under: context) }

    /// `failure`: nil when the broker has confirmed the request.
    func end(_ span: OpenSpan?, of request: VerificationRequest, bodySize: Int, failure: QueueError? = nil) {
        span?.end(
            "publish \(destination)",
            with: [
                .operation(.publish), .destination(destination), .routingKey(routingKey), .message(request.id),
                .bodySize(bodySize), .verification(request.id),
            ], failure: failure?.word)
    }
}

extension QueueError {
    fileprivate var word: String {
        switch self {
        case .unavailable: "unavailable"
        case .full: "full"
        case .unknown: "unknown"
        }
    }
}
