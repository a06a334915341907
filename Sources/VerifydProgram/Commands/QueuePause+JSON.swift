import StrictJSON
import VerificationCore

extension QueuePause {
    /// The pause with how many of the living workers have applied it.
    func json(of queue: WorkQueue, in workforce: Workforce) -> JSONValue {
        .members([
            "by": .string(who), "reason": .string(reason), "since": .string(since.rfc3339),
            "appliedBy": .integer(Int64(workforce.appliedPauses(of: queue))),
            "workers": .integer(Int64(workforce.living.count)),
        ])
    }
}
