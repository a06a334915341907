/// What an id leads to.
package enum FoundVerification: Sendable, Hashable {
    case found(VerificationReport)
    /// The request's idempotency key belongs to another one; it leads to no verification, and may be any app's.
    case keyReused
    /// The request is on record, and its verification was erased; may be any app's.
    case forgotten
    case noSuchVerification
}
