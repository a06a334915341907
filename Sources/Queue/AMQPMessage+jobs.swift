import AMQP
import VerificationCore

extension AMQPMessage {
    /// A request on its way to the workers.
    init(_ request: VerificationRequest, context: TraceContext?) {
        self.init(
            body: RequestCodec.encode(request),
            contentType: RequestCodec.contentType,
            type: RequestCodec.messageType,
            messageID: request.id.description,
            appID: request.app.name,
            timestamp: UInt64(clamping: request.requestedAt.milliseconds / 1_000),
            headers: context.map(Self.headers) ?? [:])
    }

    /// The headers of a trace context.
    static func headers(of context: TraceContext) -> [String: AMQPFieldValue] {
        var headers = [MessageHeader.traceparent: AMQPFieldValue.string(context.traceparent)]
        headers[MessageHeader.tracestate] = context.tracestate.map { .string($0) }
        return headers
    }

    /// The trace context in the headers; nil without a good `traceparent`.
    var traceContext: TraceContext? {
        headers[MessageHeader.traceparent]?.stringValue.flatMap {
            TraceContext(traceparent: $0, tracestate: headers[MessageHeader.tracestate]?.stringValue)
        }
    }

    /// Receipts on their way to the workers, as `ReceiptCodec` has written them.
    init(receipts body: [UInt8]) {
        self.init(body: body, contentType: ReceiptCodec.contentType, type: ReceiptCodec.messageType)
    }

    /// An event on its way to the worker that posts it.
    init(_ event: AppEvent) {
        self.init(
            body: EventCodec.encode(event), contentType: EventCodec.contentType, type: EventCodec.messageType,
            messageID: event.id, appID: event.app.name, timestamp: UInt64(clamping: event.at.milliseconds / 1_000))
    }

    /// A worker's answer for the caller who waits under this correlation id; the broker need not write it to disk.
    init(_ answer: RequestAnswer, correlationID: String?) {
        self.init(
            body: AnswerCodec.encode(answer), contentType: RequestCodec.contentType, type: "verification.answer.v1",
            correlationID: correlationID, isPersistent: false)
    }

    /// Where an answer goes; nil when no caller waits.
    ///
    /// Only addresses of RabbitMQ's direct reply-to count. With the name of a queue, a stranger could make the worker
    /// write into any queue.
    var answerAddress: String? {
        replyTo.flatMap { $0.hasPrefix(AMQPMessage.directReplyTo + ".") ? $0 : nil }
    }
}
