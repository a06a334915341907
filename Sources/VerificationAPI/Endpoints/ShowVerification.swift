import Hummingbird
import VerificationCore

/// `GET /v1/verifications/{id}`: the verification that a request led to, or that it is still in the queue.
struct ShowVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        switch try await api.store.verification(id, of: app.id) {
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
        case .queued: UnseenAnswer.response(id, .queued)
        case .expired: UnseenAnswer.response(id, .expired)
        case .unknown: throw Problem.verificationNotFound
        }
    }
}
