import VerificationCore

/// The facts that decide the claims of a batch, and the time after the locks.
struct LoadedClaims {
    var batch: ClaimBatch
    let now: Timestamp
}
