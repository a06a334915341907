import HTTPService
import Hummingbird
import VerificationCore
import Verifications

extension APIDependencies {
    /// What an id leads to, as an answer; throws the problem where it leads nowhere that this app may see.
    ///
    /// `queued` answers for a request that no worker has seen yet, for which there is nothing to show.
    func answer(
        to shown: Shown, _ id: VerificationID, whileQueued queued: () throws(Problem) -> Response
    ) throws(Problem) -> Response {
        switch shown {
        case .found(let report):
            return VerificationAnswer(report: report, maskedPhone: masked(report.phone)).response
        case .queued: return try queued()
        case .expired: return UnseenAnswer.response(id, .expired)
        case .keyReused: throw .keyReused
        case .unknown: throw .verificationNotFound
        case .undecidable: throw .codeKeyUnavailable
        }
    }
}
