import HTTPTypes
import Hummingbird
import StrictJSON

/// `GET /livez`: says that this process answers; it runs no check.
package struct LivenessPage: HTTPResponder {
    package init() {}

    package func respond(to request: Request, context: CallContext) async throws -> Response {
        .json(.ok) { $0.member("status", is: "ok") }
    }
}
