import VerificationCore

/// The claims of a batch with all that they are decided by.
struct LoadedClaims {
    var batch: ClaimBatch
    let now: Timestamp
}
