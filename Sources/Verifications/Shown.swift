import VerificationCore

/// What an id leads to, as far as the app that asks may know.
package enum Shown: Sendable {
    case found(VerificationReport)
    /// No worker has seen the request yet.
    case queued
    /// Nothing is on record, and nothing will be sent any more.
    case expired
    /// The id comes from a start whose idempotency key belongs to another start.
    case keyReused
    /// The id was never made for this app.
    case unknown
    /// This process lacks the key that made the id; another process may have the key.
    case undecidable
}
