import VerificationCore

/// What became of a check of a code.
package enum Checked: Sendable {
    case approved(VerificationReport)
    /// The wrong code is counted.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no more for now; nothing was counted.
    case limited(LimitReached)
    /// The verification ends by no code any more.
    case ended(VerificationStatus)
    /// No worker has seen the request that the id belongs to.
    case queued
    /// There is nothing that a code could end: the id was never made for this app, or the phone has nothing alive.
    case nothingFound
    /// The idempotency key of the check belongs to a check of another code or verification.
    case keyReused
    /// The id is of a start whose idempotency key belongs to another.
    case startKeyReused
    /// Another instance may know: this one lacks the key by which the code or the id was made.
    case keyMissing
}
