import VerificationCore

/// What an id leads to, as far as the app that asks may know.
package enum Shown: Sendable {
    case found(VerificationReport)
    /// No worker has seen the request yet.
    case queued
    /// Nothing is on record, and nothing will be sent any more.
    case expired
    /// The idempotency key of that start belongs to another.
    case keyReused
    /// The id was never made for this app.
    case unknown
    /// Another instance may know: this one lacks the key by which the id was made.
    case undecidable
}
