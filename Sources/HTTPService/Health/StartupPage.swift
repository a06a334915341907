import HTTPTypes
import Hummingbird
import StrictJSON

/// `GET /startupz`: answers `503` until the process has done everything that must come before its first request.
struct StartupPage: HTTPResponder {
    private let hasStarted: @Sendable () -> Bool

    init(_ hasStarted: @escaping @Sendable () -> Bool) { self.hasStarted = hasStarted }

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let started = hasStarted()
        return .json(started ? .ok : .serviceUnavailable) { $0.member("status", started ? "ok" : "starting") }
    }
}
