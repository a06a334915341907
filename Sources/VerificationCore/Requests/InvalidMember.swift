/// Which member of a request is wrong, and how; never what it said.
package struct InvalidMember: Error, Sendable, Hashable {
    /// The ways to be wrong.
    package enum Problem: Sendable, Hashable {
        case missing
        case wrongType
        case malformed
        case tooLong
        case conflicts(with: String)
        case phoneNumber(PhoneNumberProblem)
    }

    package let member: String
    package let problem: Problem
    /// Which of the member's own entries it is about, from 1, for a name of the caller's own is not repeated.
    package let entry: Int?

    package init(_ member: String, _ problem: Problem, entry: Int? = nil) {
        self.member = member
        self.problem = problem
        self.entry = entry
    }
}

extension InvalidMember {
    /// For headers and logs, for example `phoneNumber: too-short`.
    package var summary: String {
        if case .conflicts(let other) = problem { return "\(member): conflicts with \(other)" }
        return "\(member): \(problem.word)"
    }
}

extension InvalidMember.Problem {
    /// Stable, for programs.
    package var word: String {
        switch self {
        case .missing: "missing"
        case .wrongType: "wrong-type"
        case .malformed: "malformed"
        case .tooLong: "too-long"
        case .conflicts: "conflict"
        case .phoneNumber(let problem): problem.rawValue
        }
    }
}
