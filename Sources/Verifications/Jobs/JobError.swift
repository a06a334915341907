import VerificationCore

/// What keeps a worker from finishing a step of a job.
///
/// It is no settlement: what follows depends on the step. Example: a lock puts a request off before its claim, but a
/// worker that has to record the outcome of a call waits for the lock and goes on.
enum JobError: Error {
    /// No worker could ever finish the step.
    case unservable(DeadLetter)
    /// What this job needs is locked, busy or cannot be read; other jobs go on.
    case heldUp(HeldUp)
    /// The worker stops, or its store is away or unfit for long.
    case stopped
}

extension JobError {
    /// What holds up a single job, while others go on.
    struct HeldUp {
        /// A stable identifier, for example `locked`.
        let reason: String
        /// What an operator has to do; nil where time alone mends it.
        let detail: String?
        /// About how long it will hold the job up, as the worker estimates it.
        var wait = Duration.zero
    }
}
