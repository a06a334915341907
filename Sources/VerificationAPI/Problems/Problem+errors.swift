import Hummingbird
import VerificationCore

extension Problem {
    /// What the caller is told of any error; of one that nobody foresaw, nothing.
    init(for error: any Error) {
        self =
            switch error {
            case let problem as Problem: problem
            case let member as InvalidMember: Problem(for: member)
            case let json as JSONProblem: .invalidJSON(json)
            case let problem as StoreProblem where problem.mayPass: .storageUnavailable
            case let foreign as any HTTPResponseError where foreign.status.code < 500:
                Problem(foreign.status, "request-failed", "The request cannot be answered.")
            case _: .internalError
            }
    }

    /// `phoneNumber` becomes `invalid-phone-number`, and so on.
    private init(for error: InvalidMember) {
        self.init(.badRequest, "invalid-" + error.member.kebabCased, error.sentence)
        param = error.member
        reason = error.problem.word
    }
}

extension InvalidMember.Problem {
    fileprivate var word: String {
        switch self {
        case .missing: "missing"
        case .wrongType: "wrong-type"
        case .malformed: "malformed"
        case .tooLong: "too-long"
        case .conflicts: "conflict"
        case .phoneNumber(let problem): problem.rawValue.kebabCased
        }
    }
}

extension String {
    fileprivate var kebabCased: String {
        reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

extension StoreProblem {
    /// Whether asking again later is worth it for the caller.
    fileprivate var mayPass: Bool {
        switch self {
        case .unavailable, .unfit, .locked, .unreadable: true
        case .broken: false
        }
    }
}
