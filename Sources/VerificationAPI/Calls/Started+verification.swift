import VerificationCore
import Verifications

extension Started {
    /// The verification that the call led to, for the log.
    ///
    /// Where it led to none, for example because the number is refused, this is the id of its request, which is on record
    /// too.
    /// Nil for a call that made no request.
    var verification: VerificationID? {
        switch self {
        case .accepted(let request): request.id
        case .answered(let request, let word): word.verification ?? request.id
        case .repeated(let report): report.id
        case .notQueued(_, let id): id
        case .keyReused, .refused: nil
        }
    }
}

extension RequestAnswer {
    fileprivate var verification: VerificationID? {
        switch self {
        case .sent(let summary, message: _, language: _), .duplicate(let summary), .retrying(let summary):
            summary.verification
        case .limited(let reached): reached.verification
        case .refused, .expired, .failed, .known, .keyReused: nil
        }
    }
}
