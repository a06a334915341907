import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/verifications/{id}/cancel`: ends a verification; one that has ended stays as it is, and is shown.
///
/// A request that no worker has seen cannot be taken back from the queue: `409`, and the caller tries again.
struct CancelEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        let shown = try await CancelVerification(api.ports).cancel(id, of: app)
        return try api.answer(to: shown, id) { () throws(Problem) in throw .verificationQueued }
    }
}
