import VerificationCore

/// What became of a check of a code.
package enum Checked: Sendable {
    case approved(VerificationReport)
    /// The code is wrong, and the store has counted it.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no try now: nothing was counted, and even the right code is not accepted.
    case limited(LimitReached)
    /// The verification had ended before the check, was erased, or its request is too old to be sent.
    case ended(VerificationStatus)
    /// No worker has seen the request of this id yet.
    case queued
    /// The id was not made for this app, as far as this process can tell; or the phone has no live verification.
    case nothingFound
    /// The idempotency key of the check belongs to a check of another code or verification.
    case keyReused
    /// The id belongs to a request that reused the idempotency key of an earlier request with other words.
    case startKeyReused
    /// This process lacks the key of the code, or may lack the key of the id; another process may have that key.
    case keyMissing
}
