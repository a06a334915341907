import VerificationCore

/// The facts that decide the attempts of a batch, and the time after the locks.
struct LoadedChecks {
    var batch: CheckBatch
    let now: Timestamp
}
