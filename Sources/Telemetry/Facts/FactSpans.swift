import VerificationCore

/// Ends the spans of a worker: one for each delivery of a request, and one for each call of a gateway within it.
///
/// The steps begin them, because what they call goes on under the span. A worker begins no trace. It continues those that
/// came with a request, so the API alone decides what is sampled.
package struct FactSpans: Sendable {
    private let routingKey: String
    private let destination: String

    /// Takes the names of the exchange, the routing key and the queue that carry requests.
    package init(exchange: String, routingKey: String, queue: String) {
        self.routingKey = routingKey
        destination = "\(exchange):\(routingKey):\(queue)"
    }

    /// Ends the span of a fact that has one.
    package func hear(_ fact: Fact, at now: Timestamp) {
        switch fact {
        case .handled(let handled): if let span = handled.span { end(span, of: handled) }
        case .called(let call, let order, _, let span): if let span { end(span, of: call, for: order) }
        case .started, .turnedAway, .notQueued, .checked, .appVerified, .pushed, .checkLackedKey, .canceled, .decided,
            .failedOver, .recorded, .recordLost, .settled, .receiptSaved, .eventHandled:
            break
        }
    }

    private func end(_ span: OpenSpan, of handled: HandledRequest) {
        let (settlement, delivery) = (handled.settlement, handled.delivery)
        var attributes: [SpanAttribute] = [
            .operation(.process), .destination(destination), .routingKey(routingKey), .bodySize(delivery.body.count),
            .outcome(settlement.outcome),
        ]
        if let tag = delivery.tag { attributes.append(.deliveryTag(tag)) }
        if let request = handled.request { attributes += [.message(request), .verification(request)] }
        span.end("process \(destination)", with: attributes, failure: settlement.failure)
    }

    private func end(_ span: OpenSpan, of call: EndedCall, for order: SendOrder) {
        let attributes: [SpanAttribute] = [
            .gateway(call.gateway), .outcome(call.outcome.label), .verification(order.message.verification),
            .attempt(order.tries),
        ]
        span.end("send \(call.gateway)", with: attributes, failure: call.outcome.failure)
    }
}

extension Settlement {
    /// Why the request has not come to its end; nil when it has, or another worker gets it.
    fileprivate var failure: String? {
        switch self {
        case .retry(_, let reason, _), .putOff(_, let reason, _): reason.map(TallyBuffer.word)
        case .deadLetter(let letter, _, _): letter.reason.rawValue
        case .acknowledge, .giveBack: nil
        }
    }
}

extension SendOutcome {
    /// A gateway's author may be careless with reasons, so a reason that is no stable word becomes `other`.
    fileprivate var failure: String? {
        switch self {
        case .accepted: nil
        case .refused(let reason, _), .unknown(let reason): TallyBuffer.word(for: reason)
        case .throttled: "throttled"
        }
    }
}
