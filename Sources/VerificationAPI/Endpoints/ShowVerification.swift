import Hummingbird
import VerificationCore

/// `GET /v1/verifications/{id}`: the verification that a request led to, or that it is still in the queue.
struct ShowVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        let found = try await api.store.verification(id, of: app.id)
        return try await api.answer(to: found, id, of: app) { UnseenAnswer.response(id, .queued) }
    }
}
