import VerificationCore

/// What an id leads to, as far as the app that asks may know.
package enum Shown: Sendable {
    case found(VerificationReport)
    /// No worker has seen the request yet.
    case queued
    /// Nothing is on record, and nothing will be sent any more.
    case expired
    /// The request's idempotency key belongs to an earlier request with other words.
    case keyReused
    /// The id was never made for this app.
    case unknown
    /// Another process may know the id: this process lacks the key with which the id was made.
    case undecidable
}
