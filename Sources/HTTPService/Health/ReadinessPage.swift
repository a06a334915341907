import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

/// `GET /readyz`: how each thing is that the process depends on; `503` while it can do nothing of its work.
package struct ReadinessPage<Context: RequestContext>: HTTPResponder {
    private let readiness: Readiness

    package init(_ readiness: Readiness) { self.readiness = readiness }

    package func respond(to request: Request, context: Context) async throws -> Response {
        let report = await readiness.report()
        return .status(report.status == .failed ? .serviceUnavailable : .ok) { json in
            json.member("status", report.status.rawValue)
            json.memberObject("checks") { json in
                for check in report.checks { json.member(check.name, check.isWell ? "ok" : "failed") }
            }
        }
    }
}
