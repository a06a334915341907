import HTTPTypes
import Hummingbird
import StrictJSON

/// `GET /readyz`: shows all checks and their answers, with `503` while the process should get no work.
package struct ReadinessPage: HTTPResponder {
    private let readiness: Readiness

    package init(_ readiness: Readiness) { self.readiness = readiness }

    package func respond(to request: Request, context: CallContext) async throws -> Response {
        let report = await readiness.report()
        return .json(report.status == .failed ? .serviceUnavailable : .ok) { json in
            json.member("status", report.status.rawValue)
            json.memberObject("checks") { json in
                for check in report.checks { json.member(check.name, check.word) }
            }
        }
    }
}
