import Hummingbird
import VerificationCore

/// `POST /v1/verifications/{id}/checks`: says whether a code is right.
///
/// Of many right codes at once exactly one gets `200`; once the verification has ended every code gets `409`. However the
/// call ends, the same comparison is made.
struct CheckCode: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let object = try await request.jsonObject(context)
        let code = try Self.code(in: object)
        let id = try api.verificationID(in: context)
        let attempt = CheckAttempt(
            .request(id), of: app.id, code: TypedCode(code, keys: api.keyRing, testNumbers: app.testNumbers),
            clientIP: try object.optionalAddress("clientIp"), rules: app.rules)
        switch try await api.store.check(attempt) {
        case .approved(let report):
            return VerificationAnswer(report: report, maskedPhone: api.masked(report.phone)).response
        case .wrong(let report): throw Problem.wrongCode(report)
        case .limited(let reached): throw Problem.limited(reached)
        case .ended(let report): throw Problem.verificationEnded(report.status)
        case .codeKeyMissing: throw Problem.codeKeyUnavailable
        case .keyReused: throw Problem.keyReused
        case .conflict: throw api.conflict(id, of: app)
        case .forgotten: throw problem(for: api.forgotten(id, of: app))
        case .noSuchVerification: throw problem(for: try await api.unseen(id, of: app))
        }
    }

    private func problem(for unseen: UnseenRequest) -> Problem {
        switch unseen {
        case .queued: .verificationQueued
        case .expired: .verificationEnded(.expired)
        case .unknown: .verificationNotFound
        case .undecidable: .codeKeyUnavailable
        }
    }

    /// A string, for a number has no leading zeros; of ASCII digits, for nothing else is ever sent.
    private static func code(in object: JSONObject) throws(Problem) -> String {
        guard let code = object["code"]?.string, CodeRecipe.isCode(code) else { throw .invalidCodeFormat }
        return code
    }
}
