import Logging
import VerificationCore

extension RequestHandler {
    /// Logs how a request left the worker, at a level that no busy installation has on.
    func tell(of handled: Handled, _ work: Work, since begin: ContinuousClock.Instant) {
        logger.debug(
            "handled",
            metadata: work.subject.merging([
                LogKeys.outcome: .string(JobEnd(handled).rawValue),
                LogKeys.duration: .stringConvertible(ContinuousClock.now - begin),
            ]) { $1 })
    }
}
