import Logging
import VerificationCore

extension Work {
    /// Whom a line in the log is about.
    var subject: Logger.Metadata {
        var metadata: Logger.Metadata = [LogKeys.verification: "\(request.id)"]
        guard let trace else { return metadata }
        metadata[LogKeys.traceID] = "\(trace.traceID)"
        metadata[LogKeys.spanID] = "\(trace.spanID)"
        return metadata
    }
}
