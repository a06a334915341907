import VerificationCore

/// What became of a call for a verification.
package enum Started: Sendable {
    /// The queue has the request; the store tells later what became of it.
    case accepted(VerificationRequest)
    /// The word of the worker that had the request, for a caller who waited for it.
    case answered(VerificationRequest, RequestAnswer)
    /// The call repeats an earlier one; this is what that one led to.
    case repeated(VerificationReport)
    /// The idempotency key belongs to a call of other words.
    case keyReused
    /// Every worker would refuse the number.
    case refused(RefusalReason)
    /// The broker has not confirmed the request of this id.
    case notQueued(QueueProblem, VerificationID)
    /// The ring lacks its own current key.
    case keyMissing
}
