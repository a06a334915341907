import Hummingbird
import VerificationCore

/// `POST /v1/verifications/{id}/checks`: says whether a code is right.
///
/// Of many right codes at once exactly one gets `200`; once the verification has ended every code gets `409`.
struct CheckCode: HTTPResponder {
    let api: APIDependencies

    func respond(to request: Request, context: APIContext) async throws -> Response {
        let app = try await api.app(calling: request)
        let code = try Self.code(in: try await request.jsonObject(context))
        let id = try api.verificationID(in: context)
        switch try await api.store.countCheck(id, of: app.id) {
        case .open(let check):
            return try await finish(check, code)
        case .ended(let report):
            compareWithNothing(code, id)
            throw Problem.verificationEnded(report.status)
        case .noSuchVerification:
            compareWithNothing(code, id)
            throw problem(for: api.unseen(id, of: app))
        }
    }

    /// Compares and ends a try that the store has counted, in that order, so that a crash gives nobody a free try.
    private func finish(_ check: OpenCheck, _ code: String) async throws -> Response {
        guard let right = api.keyRing.code(check.code, of: check.verification) else { throw Problem.keyMissing }
        let isRight = CodeComparison.areEqual(code, right)
        let (report, approved) = try await api.store.finishCheck(check, isRight: isRight)
        guard isRight else { throw Problem.wrongCode(report) }
        // Right, but another right code was quicker, or somebody has canceled meanwhile.
        guard approved else { throw Problem.verificationEnded(report.status) }
        return VerificationAnswer(report: report, maskedPhone: api.masked(report.phone)).response
    }

    /// The work of a comparison, so that its absence tells nobody anything.
    private func compareWithNothing(_ code: String, _ id: VerificationID) {
        let recipe = CodeRecipe(keyName: api.keyRing.currentName, digits: 6)
        _ = CodeComparison.areEqual(code, api.keyRing.code(recipe, of: id) ?? "")
    }

    private func problem(for unseen: UnseenRequest) -> Problem {
        switch unseen {
        case .queued: .verificationQueued
        case .expired: .verificationEnded(.expired)
        case .unknown: .verificationNotFound
        }
    }

    /// A string, for a number has no leading zeros; of ASCII digits, for nothing else is ever sent.
    private static func code(in object: JSONObject) throws(Problem) -> String {
        guard let code = object["code"]?.string, (4...10).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw .invalidCodeFormat }
        return code
    }
}
