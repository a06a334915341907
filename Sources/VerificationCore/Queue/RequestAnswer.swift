/// A worker's word on one request, for a caller that waits for it.
package enum RequestAnswer: Sendable, Hashable {
    /// A gateway has the message, or nobody can know whether it has.
    ///
    /// `language`: nil when no text was written, because the worker lacks the key of the code.
    case sent(LiveSummary, message: MessageStatus, language: String?)
    case duplicate(LiveSummary)
    case limited(LimitReached)
    case refused(RefusalReason)
    case expired
    /// Nothing left, and nothing will.
    case failed(reason: String)
    /// It did not leave yet; it is tried again.
    case retrying(LiveSummary)
    /// The request, or the one of the same idempotency key, was handled before; what became of it is on record.
    case known
    /// The request's idempotency key belongs to another request.
    case keyReused
}
