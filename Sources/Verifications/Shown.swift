import VerificationCore

/// What an id leads to, as far as the app that asks may know.
package enum Shown: Sendable {
    case found(VerificationReport)
    /// No worker has seen the request yet.
    case queued
    /// The store has no verification for the id, and no worker will send anything for it any more.
    case expired
    /// The request reused the idempotency key of an earlier request with other words.
    case keyReused
    /// The id was not made for this app, as far as this process can tell.
    case unknown
    /// This process may lack the key of the id; another process may have that key.
    case undecidable
}
