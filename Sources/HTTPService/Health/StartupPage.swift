import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// `GET /startupz`: whether this process has started.
struct StartupPage<Context: RequestContext>: HTTPResponder {
    private let hasStarted: @Sendable () -> Bool

    init(_ hasStarted: @escaping @Sendable () -> Bool) { self.hasStarted = hasStarted }

    func respond(to request: Request, context: Context) async throws -> Response {
        let started = hasStarted()
        return .status(started ? .ok : .serviceUnavailable) { $0.member("status", started ? "ok" : "starting") }
    }
}
