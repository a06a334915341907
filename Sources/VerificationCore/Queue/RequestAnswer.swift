/// A worker's answer to one request, for a caller that waits for it.
package enum RequestAnswer: Sendable, Hashable {
    /// A gateway has the message, or the worker cannot know whether it has.
    ///
    /// `language` is nil when the worker wrote no text, because it lacks the key of the code.
    case sent(LiveSummary, message: MessageStatus, language: String?)
    case duplicate(LiveSummary)
    case limited(LimitReached)
    case refused(RefusalReason)
    case expired
    /// No SMS has left, and no SMS will.
    case failed(reason: String)
    /// The SMS has not left yet; it is tried again.
    case retrying(LiveSummary)
    /// The request was handled before, or an earlier request with the same idempotency key was. Its outcome is on
    /// record.
    case known
    /// The request's idempotency key belongs to another request.
    case keyReused
}

extension RequestAnswer {
    /// The answer's stable name.
    package var word: String {
        switch self {
        case .sent: "sent"
        case .duplicate: "duplicate"
        case .limited: "limited"
        case .refused: "refused"
        case .expired: "expired"
        case .failed: "failed"
        case .retrying: "retrying"
        case .known: "known"
        case .keyReused: "key-reused"
        }
    }
}
