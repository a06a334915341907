import HTTPTypes
import Hummingbird
import VerificationCore

/// `GET /v1/verifications/{id}`: the verification that a request led to, or that it is still in the queue.
///
/// With `Prefer: wait=N` it is answered when the status of the verification, or of its last message, is another than it
/// was when the call came; at once when it has ended.
struct ShowVerification: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let id = try api.verificationID(in: context)
        guard let wait = WaitPreference(request.headers) else { return try await look(id, app) }
        // Before the first look, so that nothing is missed that happens between the two.
        let stamp = try await api.watch.stamp(of: id)
        if try await mayChange(id, app) { await api.watch.change(of: id, from: stamp, within: .seconds(wait.seconds)) }
        var response = try await look(id, app)
        response.headers[.preferenceApplied] = "wait=\(wait.seconds)"
        return response
    }

    private func look(_ id: VerificationID, _ app: App) async throws -> Response {
        let found = try await api.store.verification(id, of: app.id)
        return try await api.answer(to: found, id, of: app) { UnseenAnswer.response(id, .queued) }
    }

    /// Whether it is this app's and has not ended.
    private func mayChange(_ id: VerificationID, _ app: App) async throws -> Bool {
        switch try await api.store.verification(id, of: app.id) {
        case .found(let report): report.status == .pending
        case .noSuchVerification: try await api.unseen(id, of: app) == .queued
        case .keyReused, .forgotten: false
        }
    }
}
