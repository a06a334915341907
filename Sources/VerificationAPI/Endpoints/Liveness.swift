import Hummingbird
import VerificationCore

/// `GET /livez`: that this process answers; asks nobody.
struct Liveness: HTTPResponder {
    func respond(to request: Request, context: APIContext) async throws -> Response {
        .json(.ok) { $0.member("status", "ok") }
    }
}
