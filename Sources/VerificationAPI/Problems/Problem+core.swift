import HTTPService
import Hummingbird
import StrictJSON
import VerificationCore

extension Problem {
    /// The problem that answers an error of the core; nil for any other error.
    static func forCore(_ error: any Error) -> Problem? {
        switch error {
        case let member as InvalidMemberError: Problem(for: member)
        case let problem as StoreError: Problem(for: problem)
        default: nil
        }
    }

    private init(for error: StoreError) {
        self =
            switch error {
            case .unavailable:
                .storageUnavailable("The database does not answer in time; nothing was done. Try again shortly.")
            case .inDoubt:
                .storageUnavailable(
                    "The database did not answer in time, so what was asked for may have been done or not. Try again "
                        + "shortly.")
            case .locked, .busy:
                .storageUnavailable("Other calls hold what this call needs; nothing was done. Try again shortly.")
            case .unfit:
                .storageUnavailable(
                    "The database does not fit this version of verifyd. Try again when an operator has repaired it.")
            case .unreadable:
                .storageUnavailable(
                    "This version of verifyd cannot read what is stored. Try again when an operator has repaired it.")
            case .keyMissing: .codeKeyUnavailable
            // The same call would fail again, so the answer does not invite the caller to repeat it.
            case .broken: .internalError
            }
        if status == .internalServerError { logged = "\(error)" }
    }

    /// The code names the member: for example, a wrong `phoneNumber` gives `invalid-phone-number`.
    private init(for error: InvalidMemberError) {
        self.init(.badRequest, code: "invalid-" + error.member.kebabCased, detail: error.sentence)
        param = error.member
        reason = error.violation.word
    }
}

extension String {
    fileprivate var kebabCased: String {
        reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
