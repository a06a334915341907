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
            headers: context.map { [MessageHeader.traceparent: .string($0.traceparent)] } ?? [:])
    }

    /// A worker's word for the caller who waits under this correlation id; not worth a write to disk.
    init(_ answer: RequestAnswer, correlationID: String?) {
        self.init(
            body: AnswerCodec.encode(answer), contentType: RequestCodec.contentType, type: "verification.answer.v1",
            correlationID: correlationID, isPersistent: false)
    }

    /// The same message for a rung of the ladder; it can still be answered when it comes back.
    var forAnotherTry: AMQPMessage {
        var copy = self
        copy.isPersistent = true
        // The rung decides how long it waits, and the body's deadline how long it is worth serving.
        copy.expiration = nil
        copy.headers = headers.filter { MessageHeader.travels($0.key) }
        return copy
    }

    /// The same message for the queue of the dead, with the reason in its headers; nobody waits for an answer any more.
    func forDead(_ letter: DeadLetter, at moment: Timestamp, originalSize: UInt64) -> AMQPMessage {
        var copy = forAnotherTry
        copy.replyTo = nil
        copy.correlationID = nil
        copy.headers[MessageHeader.reason] = .string(letter.reason.rawValue)
        copy.headers[MessageHeader.detail] = letter.detail.map { .string($0) }
        copy.headers[MessageHeader.deadAt] = .string(moment.rfc3339)
        if originalSize > UInt64(body.count) {
            copy.headers[MessageHeader.originalSize] = .integer(Int64(clamping: originalSize))
        }
        return copy
    }

    /// Where an answer goes; nil when nobody waits.
    ///
    /// Only RabbitMQ's direct reply-to is honoured: a queue's name in a stranger's message would let them have us write
    /// into any queue.
    var answerAddress: String? {
        replyTo.flatMap { $0.hasPrefix(AMQPMessage.directReplyTo + ".") ? $0 : nil }
    }
}
