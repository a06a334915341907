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

/// A message on its way from one queue to another, and which of its headers the worker believes.
extension AMQPMessage {
    /// The most values in a stranger's headers, and the most bytes, that go along when a message moves.
    ///
    /// Below the bounds for reading headers, so that there is room for the worker's own headers when the message comes
    /// back.
    private static let mostHeaders = 64
    private static let mostHeaderBytes = 8_192

    /// The same message for a retry queue; a caller who waits for its answer can still get it afterwards.
    ///
    /// - Parameters:
    ///   - firstError: what went wrong first; nil when nothing went wrong.
    ///   - tries: how often it was tried; 0 where the store counts tries.
    ///   - putOffs: how often it was put off since its last try, this time included; 0 after a try.
    ///   - publisher: the broker's user who published it first; RabbitMQ lets the copy name only our own user.
    /// - Returns: the copy.
    func forAnotherTry(
        after firstError: ErrorCode?, tries: Int = 0, putOffs: Int = 0, publisher: String? = nil
    ) -> AMQPMessage {
        var copy = self
        copy.isPersistent = true
        // The retry queue decides how long it waits. The body's deadline decides when it is too late.
        copy.expiration = nil
        copy.headers = travellingHeaders
        copy.headers[MessageHeader.firstError] = firstError.map { .string($0.description) }
        copy.headers[MessageHeader.tries] = tries == 0 ? nil : .integer(Int64(tries))
        copy.headers[MessageHeader.putOffs] = putOffs == 0 ? nil : .integer(Int64(putOffs))
        copy.headers[MessageHeader.publisher] = publisher.map { .string($0) }
        return copy
    }

    /// The same message for the end of its own queue, with our own headers; only the broker's history stays behind.
    var renewed: AMQPMessage {
        var copy = forAnotherTry(after: nil)
        copy.headers.merge(headers.filter { $0.key.hasPrefix("verifyd-") }) { travelling, _ in travelling }
        return copy
    }

    /// The same message for the dead-letter queue, with the reason in its headers; no caller waits for it any more.
    func forDead(
        _ letter: DeadLetter, from queue: WorkQueue?, after firstError: ErrorCode?, by publisher: String? = nil,
        at moment: Timestamp, originalSize: UInt64
    ) -> AMQPMessage {
        var copy = forAnotherTry(after: firstError ?? letter.error, publisher: publisher)
        copy.replyTo = nil
        copy.correlationID = nil
        copy.headers[MessageHeader.kind] = queue.map { .string($0.rawValue) }
        copy.headers[MessageHeader.reason] = .string(letter.reason.rawValue)
        copy.headers[MessageHeader.detail] = letter.detail.map { .string($0) }
        copy.headers[MessageHeader.lastError] = .string(letter.error.description)
        copy.headers[MessageHeader.deadAt] = .string(moment.rfc3339)
        if originalSize > UInt64(body.count) {
            copy.headers[MessageHeader.originalSize] = .integer(Int64(clamping: originalSize))
        }
        return copy
    }

    /// The same message for the queue it came from, as if no worker had put it aside.
    var forReplay: AMQPMessage {
        var copy = forAnotherTry(after: nil)
        copy.replyTo = nil
        copy.correlationID = nil
        return copy
    }

    /// The first error of a message that comes from a retry queue; nil for every other message, whatever its headers say.
    ///
    /// An attacker who also forges the broker's history can make the worker keep a text of the attacker's, 100 bytes at
    /// most. No decision depends on that text.
    func firstError(in kind: JobKind) -> ErrorCode? {
        guard isFromRetryQueue(of: kind) else { return nil }
        return headers[MessageHeader.firstError]?.stringValue.flatMap(ErrorCode.init(header:))
    }

    /// The broker's user who published a message first; nil where its publisher did not name the user.
    ///
    /// RabbitMQ vouches for `userID`. A message from a retry queue is a worker's copy without one, so its header
    /// counts. As with `firstError`, only an attacker who also forges the broker's history can write another name there.
    func publisher(in kind: JobKind) -> String? {
        userID ?? (isFromRetryQueue(of: kind) ? headers[MessageHeader.publisher]?.stringValue : nil)
    }

    /// How often a message of a kind that counts tries in its messages was tried; 0 for every other message.
    func tries(in kind: JobKind) -> Int {
        switch kind.tryCount {
        case .inMessage: count(in: MessageHeader.tries)
        case .inStore: 0
        }
    }

    /// How often a message was put off since its last try.
    ///
    /// Where any backend publishes such messages, it is 0 for every message that does not come from a retry queue,
    /// whatever its headers say. A stranger who also forges the broker's history can only make its own message wait
    /// longer.
    func putOffs(in kind: JobKind) -> Int {
        switch kind.tryCount {
        case .inMessage: count(in: MessageHeader.putOffs)
        case .inStore: isFromRetryQueue(of: kind) ? count(in: MessageHeader.putOffs) : 0
        }
    }

    /// The number in a header; a stranger's number counts only as far as it makes sense.
    private func count(in header: String) -> Int {
        guard case .integer(let count)? = headers[header] else { return 0 }
        return Int(min(max(0, count), 1_000_000))
    }

    private func isFromRetryQueue(of kind: JobKind) -> Bool {
        deaths.contains { kind.retries?.contains($0.queue) ?? false }
    }

    /// From which queues the broker itself has moved this message, and why, the latest first.
    ///
    /// Only a hint: before RabbitMQ 4 a publisher could write this history.
    var deaths: [(queue: String, reason: String)] {
        guard case .array(let deaths) = headers["x-death"] else { return [] }
        return deaths.compactMap { death in
            guard case .table(let death) = death, let queue = death["queue"]?.stringValue,
                let reason = death["reason"]?.stringValue
            else { return nil }
            return (queue, reason)
        }
    }

    /// When the message was dead-lettered: as the worker wrote it, or else as the broker wrote it.
    var diedAt: Timestamp? {
        if let moment = headers[MessageHeader.deadAt]?.stringValue { return Timestamp(rfc3339: moment) }
        guard case .array(let deaths) = headers["x-death"], case .table(let latest)? = deaths.first,
            case .timestamp(let seconds)? = latest["time"]
        else { return nil }
        return Timestamp(tolerating: seconds)
    }

    /// Why this message was dead-lettered: the worker's reason, or else the broker's.
    func deathReason(in topology: QueueTopology) -> DeathReason {
        let brokersAnswer = deaths.first { !topology.isRetryQueue($0.queue) }?.reason
        let word =
            headers[MessageHeader.reason]?.stringValue ?? brokersAnswer.map { String($0.map { $0 == "_" ? "-" : $0 }) }
        return word.flatMap(DeathReason.init) ?? .unknown
    }

    /// The queue to which a dead letter belongs; nil where the message does not show it.
    ///
    /// The message's type says it best: a receipt stays a receipt, in whichever queue a publisher put it. A type that
    /// this program does not know comes from a stranger or from a later version. For such a type, the queue counts that
    /// a worker or the broker has taken the message from.
    func kind(in topology: QueueTopology) -> WorkQueue? {
        type.flatMap { WorkQueue(messageType: $0) }
            ?? headers[MessageHeader.kind]?.stringValue.flatMap { WorkQueue(rawValue: $0) }
            ?? deaths.lazy.compactMap { WorkQueue(topology.role(of: $0.queue)) }.first
    }

    /// All headers that may travel or, when they are too many or too large, only the trace context.
    private var travellingHeaders: [String: AMQPFieldValue] {
        let travelling = headers.filter { MessageHeader.travels($0.key) }
        let size = AMQPFieldValue.table(travelling).size
        // The table itself is no value.
        let isBounded = size.values - 1 <= Self.mostHeaders && size.bytes <= Self.mostHeaderBytes
        return isBounded ? travelling : traceContext.map(Self.headers) ?? [:]
    }
}

extension Timestamp {
    /// The moment in a message's properties, which any publisher may have written; at most the end of the year 9999.
    init(tolerating seconds: UInt64) {
        self.init(seconds: Int64(min(seconds, 253_402_300_799)))
    }
}

extension AMQPFieldValue {
    /// How many values this is, itself and all values inside it, and the bytes of their names and texts.
    fileprivate var size: (values: Int, bytes: Int) {
        switch self {
        case .table(let table):
            table.reduce((1, 0)) { sum, entry in
                let size = entry.value.size
                return (sum.0 + size.values, sum.1 + entry.key.utf8.count + size.bytes)
            }
        case .array(let values):
            values.reduce((1, 0)) { sum, value in
                let size = value.size
                return (sum.0 + size.values, sum.1 + size.bytes)
            }
        case .string(let text): (1, text.utf8.count)
        case .integer, .boolean, .double, .timestamp, .null: (1, 0)
        }
    }
}
