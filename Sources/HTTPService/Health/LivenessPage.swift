import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// `GET /livez`: that this process answers; asks nobody.
package struct LivenessPage<Context: RequestContext>: HTTPResponder {
    package init() {}

    package func respond(to request: Request, context: Context) async throws -> Response {
        .status(.ok) { $0.member("status", "ok") }
    }
}
