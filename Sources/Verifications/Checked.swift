import VerificationCore

/// What became of a check of a code.
package enum Checked: Sendable {
    case approved(VerificationReport)
    /// The wrong code is counted.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no further try for now; nothing was counted.
    case limited(LimitReached)
    /// The verification has ended with this status; no code is right any more.
    case ended(VerificationStatus)
    /// No worker has seen the request that the id belongs to.
    case queued
    /// There is nothing to check: the id was never made for this app, or the phone has no live verification.
    case nothingFound
    /// The idempotency key of the check belongs to a check of another code or verification.
    case keyReused
    /// The id comes from a start whose idempotency key belongs to another start.
    case startKeyReused
    /// This process lacks the key that made the code or the id; another process may have the key.
    case keyMissing
}
