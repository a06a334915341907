/// What a try of a code came to.
package enum CheckVerdict: Sendable, Hashable {
    /// By this call, or by an earlier one with the same idempotency key.
    case approved(VerificationReport)
    /// A wrong code, which has been counted; the report says how many more may be tried.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no more for now; nothing was counted, and no code would be right.
    case limited(LimitReached)
    /// The verification has ended; no code is right any more.
    case ended(VerificationReport)
    /// This process's ring lacks the key of the code; nothing was counted.
    case codeKeyMissing
    /// The check's idempotency key belongs to a check of another verification or code; nothing was counted.
    case keyReused
    /// The request's own idempotency key belongs to another request; its id leads to no verification.
    case conflict
    case forgotten
    case noSuchVerification
}
