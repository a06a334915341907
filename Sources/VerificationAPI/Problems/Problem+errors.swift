import Hummingbird
import StrictJSON
import VerificationCore

extension Problem {
    /// What the caller is told of any error; of one that nobody foresaw, nothing.
    init(for error: any Error) {
        self =
            switch error {
            case let problem as Problem: problem
            case let member as InvalidMember: Problem(for: member)
            case let json as JSONProblem: .invalidJSON(json)
            case let problem as StoreProblem: Problem(for: problem)
            case let foreign as any HTTPResponseError where foreign.status.code < 500:
                Problem(foreign.status, "request-failed", "The request cannot be answered.")
            default: .internalError
            }
    }

    private init(for error: StoreProblem) {
        self =
            switch error {
            case .unavailable:
                .storageUnavailable(
                    "The database does not answer in time, so what was asked for may have been done or not. Try again "
                        + "shortly.")
            case .locked:
                .storageUnavailable("Somebody else holds what this needs; nothing was done. Try again shortly.")
            case .unfit:
                .storageUnavailable(
                    "The database does not fit this version of verifyd. Try again when an operator has mended it.")
            case .unreadable:
                .storageUnavailable(
                    "This version of verifyd cannot read what is stored. Try again when an operator has mended it.")
            // It would be refused again.
            case .broken: .internalError
            }
    }

    /// `phoneNumber` becomes `invalid-phone-number`, and so on.
    private init(for error: InvalidMember) {
        self.init(.badRequest, "invalid-" + error.member.kebabCased, error.sentence)
        param = error.member
        reason = error.problem.word
    }
}

extension String {
    fileprivate var kebabCased: String {
        reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
