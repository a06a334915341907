import Hummingbird
import VerificationCore

extension APIDependencies {
    /// What an id leads to, as an answer; throws the problem where it leads nowhere that this app may see.
    ///
    /// `queued` answers for a request that no worker has seen yet, for which there is nothing to show.
    func answer(
        to found: FoundVerification, _ id: VerificationID, of app: App, whileQueued queued: () throws -> Response
    ) async throws -> Response {
        let request: UnseenRequest
        switch found {
        case .found(let report):
            return VerificationAnswer(report: report, maskedPhone: masked(report.phone)).response
        case .keyReused: throw conflict(id, of: app)
        case .forgotten: request = forgotten(id, of: app)
        case .noSuchVerification: request = try await unseen(id, of: app)
        }
        switch request {
        case .queued: return try queued()
        case .expired: return UnseenAnswer.response(id, .expired)
        case .unknown: throw Problem.verificationNotFound
        case .undecidable: throw Problem.codeKeyUnavailable
        }
    }
}
