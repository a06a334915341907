import VerificationCore

/// What became of a call for a verification.
package enum Started: Sendable {
    /// The broker has the request; the store tells later what became of it.
    case accepted(VerificationRequest)
    /// The word of the worker that took the request, for a caller that waited for it.
    case answered(VerificationRequest, RequestAnswer)
    /// The call repeats an earlier call, which led to this verification.
    case repeated(VerificationReport)
    /// The idempotency key belongs to an earlier call with other words.
    case keyReused
    /// Every worker would refuse the number.
    case refused(RefusalReason)
    /// The broker has not confirmed the request, which has this id.
    case notQueued(QueueProblem, VerificationID)
    /// The settings name a current key that the key ring does not hold.
    case keyMissing
}
