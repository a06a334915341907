import VerificationCore

/// What an id leads to, as far as the app that asks may know.
package enum Shown: Sendable {
    case found(VerificationReport)
    /// The request's idempotency key belongs to an earlier request with other words.
    case keyReused
    /// Nothing is on record.
    case unseen(UnseenRequest)
}
