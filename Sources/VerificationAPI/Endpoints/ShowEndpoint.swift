import HTTPService
import HTTPTypes
import Hummingbird
import VerificationCore
import Verifications

/// `GET /v1/verifications/{id}`: the verification that a request led to, or that it is still in the queue.
///
/// With `Prefer: wait=N` it is answered when the status of the verification, or of its last message, is another than it
/// was when the call came; at once when it has ended.
struct ShowEndpoint: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        let show = ShowVerification(api.ports)
        guard let wait = WaitPreference(request.headers) else {
            return try answer(to: try await show.show(id, of: app), id)
        }
        var response = try answer(to: try await show.show(id, of: app, waiting: wait.duration), id)
        response.headers[.preferenceApplied] = "wait=\(wait.seconds)"
        return response
    }

    private func answer(to shown: Shown, _ id: VerificationID) throws(Problem) -> Response {
        try api.answer(to: shown, id) { () throws(Problem) in UnseenAnswer.response(id, .queued) }
    }
}
