import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore
import Verifications

/// `GET /v1/verifications/{id}`: the verification that a request led to, or that the request is still in the queue.
///
/// With `Prefer: wait=N` it is answered when the status of the verification, or of its last message, is another than it
/// was when the call came; at once when the verification has ended.
struct ShowEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        let wait = WaitPreference(request.headers)
        let shown = try await ShowVerification(api.ports).show(id, of: app, waiting: wait?.duration)
        var response = try FoundAnswer(id: id, shown: shown, api: api).response
        if let wait { response.headers[.preferenceApplied] = wait.applied }
        return response
    }
}
