import Hummingbird
import VerificationCore

extension APIDependencies {
    func typed(_ code: String, _ app: App) -> TypedCode {
        TypedCode(code, keys: keyRing, testNumbers: app.testNumbers)
    }

    /// What became of a check, as an answer; throws the problem where the code was not right.
    func answer(
        to verdict: CheckVerdict, of app: App, else problem: (NothingToCheck) async throws -> Problem
    ) async throws -> Response {
        switch verdict {
        case .approved(let report):
            return VerificationAnswer(report: report, maskedPhone: masked(report.phone)).response
        case .wrong(let report): throw Problem.wrongCode(report)
        case .limited(let reached): throw Problem.limited(reached)
        case .ended(let report): throw Problem.verificationEnded(report.status)
        case .codeKeyMissing: throw Problem.codeKeyUnavailable
        case .keyReused: throw Problem.checkKeyReused
        case .conflict: throw try await problem(.conflict)
        case .forgotten: throw try await problem(.forgotten)
        case .noSuchVerification: throw try await problem(.noSuchVerification)
        }
    }
}

extension JSONObject {
    /// A string, for a number has no leading zeros; of ASCII digits, for nothing else is ever sent.
    func code() throws(Problem) -> String {
        guard let code = self["code"]?.string, CodeRecipe.isCode(code) else { throw .invalidCodeFormat }
        return code
    }
}
