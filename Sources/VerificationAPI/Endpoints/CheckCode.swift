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
            id: id, app: app.id, clientIP: try object.optionalAddress("clientIp"), rules: app.rules)
        let counted = try await api.store.countCheck(attempt)
        if case .open(let check) = counted { return try await finish(check, code, app) }
        _ = api.keyRing.isCode(code, of: id, recipe: nil)
        throw try await problem(for: counted, id, app)
    }

    /// Compares and ends a try that the store has counted, in that order, so that a crash gives nobody a free try.
    private func finish(_ check: OpenCheck, _ code: String, _ app: App) async throws -> Response {
        guard let isRight = isRight(code, check, app) else { throw Problem.codeKeyUnavailable }
        let (report, approved) = try await api.store.finishCheck(check, isRight: isRight)
        guard isRight else { throw Problem.wrongCode(report) }
        // Right, but another right code was quicker, or somebody has canceled meanwhile.
        guard approved else { throw Problem.verificationEnded(report.status) }
        return VerificationAnswer(report: report, maskedPhone: api.masked(report.phone)).response
    }

    /// Nil when the ring has lost the key; no code is right any more for a test number that was taken away.
    private func isRight(_ code: String, _ check: OpenCheck, _ app: App) -> Bool? {
        let test = app.testNumber(check.key.phone, at: check.countedAt)
        let fixed =
            check.code.isFixed ? test.flatMap { api.keyRing.open($0.code, of: check.key.phone, app: app.id) } : nil
        return api.keyRing.isCode(code, of: check.verification, recipe: check.code, fixed: fixed)
    }

    private func problem(for counted: CountedCheck, _ id: VerificationID, _ app: App) async throws -> Problem {
        switch counted {
        case .ended(let report): .verificationEnded(report.status)
        case .limited(let reached): .limited(reached)
        case .keyReused: api.conflict(id, of: app)
        case .forgotten: problem(for: api.forgotten(id, of: app))
        case .noSuchVerification, .open: problem(for: try await api.unseen(id, of: app))
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
