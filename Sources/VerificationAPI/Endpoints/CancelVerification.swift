import Hummingbird
import VerificationCore

/// `POST /v1/verifications/{id}/cancel`: ends a verification; one that has ended stays as it is, and is shown.
///
/// A request that no worker has seen cannot be taken back from the queue: `409`, and the caller tries again.
struct CancelVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        switch try await api.store.cancel(id, of: app.id) {
        case .found(let report):
            return VerificationAnswer(report: report, maskedPhone: api.masked(report.phone)).response
        case .keyReused:
            throw api.conflict(id, of: app)
        case .forgotten:
            return try answer(to: api.forgotten(id, of: app), id)
        case .noSuchVerification:
            return try answer(to: api.unseen(id, of: app), id)
        }
    }

    private func answer(to request: UnseenRequest, _ id: VerificationID) throws -> Response {
        switch request {
        case .queued: throw Problem.verificationQueued
        case .expired: UnseenAnswer.response(id, .expired)
        case .unknown: throw Problem.verificationNotFound
        }
    }
}
