import Hummingbird
import VerificationCore

/// `GET /startupz`: whether this process has started.
struct Startup: HTTPResponder {
    let hasStarted: @Sendable () -> Bool

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let started = hasStarted()
        return .json(started ? .ok : .serviceUnavailable) { $0.member("status", started ? "ok" : "starting") }
    }
}
