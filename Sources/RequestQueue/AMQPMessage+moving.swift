import AMQP
import VerificationCore

/// A message on its way from one queue to another, and what of its headers is believed.
extension AMQPMessage {
    /// The most values in a stranger's headers that go along when a message moves.
    ///
    /// Far below what is read of a message's headers, so that ours are among them when the message comes back.
    private static let mostHeaders = 64

    /// The same message for the ladder; it can still be answered when it comes back.
    func forAnotherTry(after firstError: ErrorWord?) -> AMQPMessage {
        var copy = self
        copy.isPersistent = true
        // The rung decides how long it waits, and the body's deadline how long it is worth serving.
        copy.expiration = nil
        copy.headers = travellingHeaders
        copy.headers[MessageHeader.firstError] = firstError.map { .string($0.description) }
        return copy
    }

    /// The same message for the queue of the dead, with the reason in its headers; nobody waits for an answer any more.
    func forDead(
        _ letter: DeadLetter, after firstError: ErrorWord?, at moment: Timestamp, originalSize: UInt64
    ) -> AMQPMessage {
        var copy = forAnotherTry(after: firstError ?? letter.error)
        copy.replyTo = nil
        copy.correlationID = nil
        copy.headers[MessageHeader.reason] = .string(letter.reason.rawValue)
        copy.headers[MessageHeader.detail] = letter.detail.map { .string($0) }
        copy.headers[MessageHeader.lastError] = .string(letter.error.description)
        copy.headers[MessageHeader.deadAt] = .string(moment.rfc3339)
        if originalSize > UInt64(body.count) {
            copy.headers[MessageHeader.originalSize] = .integer(Int64(clamping: originalSize))
        }
        return copy
    }

    /// The same message for where it came from, as if it had never been put aside.
    var forReplay: AMQPMessage {
        var copy = forAnotherTry(after: nil)
        copy.replyTo = nil
        copy.correlationID = nil
        return copy
    }

    /// The first error of a message that comes from the ladder; nil for every other, whatever its headers say.
    ///
    /// Who forges the broker's history as well can have a word of theirs kept, of a hundred bytes at most; nothing is
    /// decided by it.
    func firstError(in topology: QueueTopology) -> ErrorWord? {
        guard deaths.contains(where: { topology.isRetryQueue($0.queue) }) else { return nil }
        return headers[MessageHeader.firstError]?.stringValue.flatMap(ErrorWord.init(header:))
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

    /// All of them or, when they are many, only the trace context.
    private var travellingHeaders: [String: AMQPFieldValue] {
        let travelling = headers.filter { MessageHeader.travels($0.key) }
        let isBounded = travelling.values.reduce(0) { $0 + $1.valueCount } <= Self.mostHeaders
        return isBounded ? travelling : travelling.filter { $0.key == MessageHeader.traceparent }
    }
}

extension AMQPFieldValue {
    /// How many values this is, itself and all inside it.
    fileprivate var valueCount: Int {
        switch self {
        case .table(let table): table.values.reduce(1) { $0 + $1.valueCount }
        case .array(let values): values.reduce(1) { $0 + $1.valueCount }
        case .string, .integer, .boolean, .double, .timestamp, .null: 1
        }
    }
}
