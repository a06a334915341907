import VerificationCore

/// What became of a check of a code.
package enum Checked: Sendable {
    case approved(VerificationReport)
    /// The wrong code is counted.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no further try for now; nothing was counted.
    case limited(LimitReached)
    /// The verification has ended before; no code changes that.
    case ended(VerificationStatus)
    /// No worker has seen the request that the id belongs to.
    case queued
    /// The id was never made for this app, or the phone has no live verification.
    case nothingFound
    /// The idempotency key of the check belongs to a check of another code or verification.
    case keyReused
    /// The id belongs to a request whose own idempotency key belongs to an earlier request with other words.
    case startKeyReused
    /// Another process may know: this process lacks the key with which the code or the id was made.
    case keyMissing
}
