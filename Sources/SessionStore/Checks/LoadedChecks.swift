import VerificationCore

/// The attempts of a batch with all that they are decided by.
struct LoadedChecks {
    var batch: CheckBatch
    let now: Timestamp
}
