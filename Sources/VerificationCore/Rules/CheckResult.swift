/// What a try of a code came to; `Gap` says why there is no verification whose code it could be.
package enum CheckResult<Gap: Sendable & Hashable>: Sendable, Hashable {
    /// This call approved the verification, or an earlier call with the same idempotency key did.
    case approved(VerificationReport)
    /// The code is wrong and has been counted; the report says how many tries are left.
    case wrong(VerificationReport)
    /// A limit on wrong codes admits no try now. Nothing was counted, and even the right code is not accepted.
    case limited(LimitReached)
    /// The verification has ended, so no code is right any more.
    case ended(VerificationReport)
    /// The check's idempotency key belongs to a check of another verification or code. Nothing was counted.
    case keyReused
    case missing(Gap)

    /// The same result, where `told` says what a gap means for the caller.
    package func telling<Told>(
        _ told: (Gap) async throws(StoreError) -> Told
    ) async throws(StoreError) -> CheckResult<Told> {
        switch self {
        case .approved(let report): .approved(report)
        case .wrong(let report): .wrong(report)
        case .limited(let reached): .limited(reached)
        case .ended(let report): .ended(report)
        case .keyReused: .keyReused
        case .missing(let gap): .missing(try await told(gap))
        }
    }
}
