/// What a try of a code came to.
package enum CheckVerdict: Sendable, Hashable {
    /// This call approved the verification, or an earlier call with the same idempotency key did.
    case approved(VerificationReport)
    /// The code is wrong and has been counted; the report says how many tries are left.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no try now. Nothing was counted, and even the right code is not accepted.
    case limited(LimitReached)
    /// The verification has ended, so no code is right any more.
    case ended(VerificationReport)
    /// This process's key ring lacks the key of the code. Nothing was counted.
    case codeKeyMissing
    /// The check's idempotency key belongs to a check of another verification or code. Nothing was counted.
    case keyReused
    /// The request that the caller names reused another request's idempotency key. Its id leads to no verification.
    case conflict
    /// The request is on record, but its verification was erased.
    case erased
    case noSuchVerification
}
