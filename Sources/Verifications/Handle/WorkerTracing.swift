import VerificationCore

/// The spans of a worker: one for each delivery, and one for each call of a gateway within it.
///
/// A worker begins no trace. It continues those that came with a request, so the API alone decides what is sampled.
package struct WorkerTracing: Sendable {
    package static let off = WorkerTracing(.off, exchange: "", routingKey: "", queue: "")

    private let tracer: Tracer
    private let routingKey: String
    private let destination: String

    /// Takes the names of the exchange, the routing key and the queue by which requests come.
    package init(_ tracer: Tracer, exchange: String, routingKey: String, queue: String) {
        self.tracer = tracer
        self.routingKey = routingKey
        destination = "\(exchange):\(routingKey):\(queue)"
    }

    // MARK: A delivery

    /// The parent is the span that published the request, at every try of the message.
    func begin(_ delivery: JobDelivery) -> OpenSpan? {
        tracer.begin(.consumer, under: delivery.properties.context)
    }

    /// `request`: nil when the delivery could not be read.
    func end(_ span: OpenSpan?, as settlement: Settlement, of delivery: JobDelivery, request: VerificationID?) {
        guard let span else { return }
        var attributes: [SpanAttribute] = [
            .operation(.process), .destination(destination), .routingKey(routingKey), .bodySize(delivery.body.count),
            .outcome(settlement.outcome),
        ]
        if let tag = delivery.tag { attributes.append(.deliveryTag(tag)) }
        if let request { attributes += [.message(request), .verification(request)] }
        span.end("process \(destination)", attributes, failure: settlement.failure)
    }

    // MARK: A call of a gateway

    func beginCall(_ message: OutgoingMessage) -> OpenSpan? { tracer.begin(.client, under: message.traceContext) }

    func end(_ span: OpenSpan?, as outcome: SendOutcome, at gateway: String, of order: SendOrder) {
        guard let span else { return }
        let attributes: [SpanAttribute] = [
            .gateway(gateway), .outcome(outcome.word), .verification(order.message.verification), .attempt(order.tries),
        ]
        span.end("send \(gateway)", attributes, failure: outcome.failure)
    }
}

extension Settlement {
    /// Why the request has not come to its end; nil when it has, or another worker gets it.
    fileprivate var failure: String? {
        switch self {
        case .again(_, let reason, _), .putOff(_, let reason, _): reason.map(TallyBuffer.word)
        case .dead(let letter, _, _): letter.reason.rawValue
        case .acknowledge, .giveBack: nil
        }
    }
}

extension SendOutcome {
    /// A gateway's author may be careless with reasons, so what is no stable word is `other`.
    fileprivate var failure: String? {
        switch self {
        case .accepted: nil
        case .refused(let reason, _), .unknown(let reason): TallyBuffer.word(for: reason)
        case .throttled: "throttled"
        }
    }
}
