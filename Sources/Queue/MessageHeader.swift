import AMQP

/// The names of the headers that verifyd gives its messages.
package enum MessageHeader {
    /// W3C trace context of the caller: its trace and its span.
    package static let traceparent = "traceparent"
    /// W3C trace context of the caller: what tracing systems have added.
    package static let tracestate = "tracestate"
    /// Why a message was dead-lettered: the raw value of a `DeadLetter.Reason`.
    package static let reason = "verifyd-reason"
    /// More about the reason, such as which member is wrong; a stable identifier that repeats nothing of the message.
    package static let detail = "verifyd-detail"
    /// The queue from which a message was dead-lettered: the raw value of a `WorkQueue`.
    package static let kind = "verifyd-kind"
    /// When a message was dead-lettered, RFC 3339, by the worker's clock.
    package static let deadAt = "verifyd-dead-at"
    /// The first error of a message that has been tried more than once; it goes along through the retry queues to the
    /// dead-letter queue.
    package static let firstError = "verifyd-first-error"
    /// The error after which a message was dead-lettered.
    package static let lastError = "verifyd-last-error"
    /// How often an event was posted to its app's endpoint.
    package static let tries = "verifyd-tries"
    /// How often a message was put off without a try since its last try; each time it waits longer.
    package static let putOffs = "verifyd-put-offs"
    /// The broker's user who published a message that a worker has moved, where its publisher named the user.
    ///
    /// It goes along through the retry queues to the dead-letter queue. A message that was renewed at the end of its
    /// queue names none.
    package static let publisher = "verifyd-publisher"
    /// The size in bytes of a body whose beginning alone was kept.
    package static let originalSize = "verifyd-original-size"

    /// Whether a header may go along when its message moves to another queue.
    ///
    /// `x-…` is the broker's own history, which would be wrong for the copy. `verifyd-…` is written anew with each
    /// move. `CC` and `BCC` make the broker route a message to more queues, so a stranger could double it with every
    /// move.
    static func travels(_ name: String) -> Bool {
        !name.hasPrefix("x-") && !name.hasPrefix("verifyd-") && name != "CC" && name != "BCC"
    }
}
