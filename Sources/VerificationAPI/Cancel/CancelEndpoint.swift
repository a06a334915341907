import HTTPService
import Hummingbird
import VerificationCore
import Verifications

/// `POST /v1/verifications/{id}/cancel`: ends a verification and shows it; an ended verification stays as it is.
///
/// The API cannot take a request back from the queue. While no worker has seen the request, the answer is `409`, and
/// the caller tries again.
struct CancelEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        let shown = try await CancelVerification(api.ports).cancel(id, of: app)
        if case .missing(.queued) = shown { throw Problem.verificationQueued }
        return try FoundAnswer(id: id, shown: shown, api: api).response
    }
}
