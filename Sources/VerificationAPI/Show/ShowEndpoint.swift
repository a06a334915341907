import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore
import Verifications

/// `GET /v1/verifications/{id}`: shows the verification that a request led to, or says that the request is still
/// queued.
///
/// With `Prefer: wait=N` the answer comes when the status of the verification or of its last message changes, and after
/// N seconds in any case. A verification that has ended is shown at once.
struct ShowEndpoint: HTTPResponder {
    let api: APIPorts

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        let wait = WaitPreference(request.headers)
        let verification = ShowVerification(api.ports)
        let shown =
            if let wait {
                try await verification.show(id, of: app, waiting: wait.duration, with: api.watch)
            } else {
                try await verification.show(id, of: app)
            }
        var response = try FoundAnswer(id: id, shown: shown, api: api).response
        if let wait { response.headers[.preferenceApplied] = wait.applied }
        return response
    }
}
