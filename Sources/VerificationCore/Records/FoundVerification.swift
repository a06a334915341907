/// What an id leads to.
package enum FoundVerification: Sendable, Hashable {
    case found(VerificationReport)
    /// The request reused another request's idempotency key, so its id leads to no verification. It may be a request of
    /// any app, not only the caller's.
    case keyReused
    /// The request is on record, but its verification was erased. It may be a request of any app, not only the
    /// caller's.
    case erased
    case noSuchVerification
}
