import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore
import Verifications

extension APIDependencies {
    /// What became of a check, as an answer; throws the problem where the code was not right.
    ///
    /// `nothingFound` depends on how the verification was looked for.
    func answer(to checked: Checked, nothingFound: Problem) throws(Problem) -> Response {
        switch checked {
        case .approved(let report):
            return VerificationAnswer(report: report, maskedPhone: masked(report.phone)).response
        case .wrong(let report): throw .wrongCode(report)
        case .limited(let reached): throw .limited(reached)
        case .ended(let status): throw .verificationEnded(status)
        case .queued: throw .verificationQueued
        case .nothingFound: throw nothingFound
        case .keyReused: throw .checkKeyReused
        case .startKeyReused: throw .keyReused
        case .keyMissing: throw .codeKeyUnavailable
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
