/// Which member of a request is wrong, and how; it never holds what the member said.
package struct InvalidMemberError: Error, Sendable, Hashable {
    /// How a member can be wrong.
    package enum Violation: Sendable, Hashable {
        case missing
        case wrongType
        case malformed
        case tooLong
        case conflicts(with: String)
        /// It means nothing without another member.
        case needs(String)
        case phoneNumber(PhoneNumberError)
    }

    package let member: String
    package let violation: Violation
    /// The number of the wrong entry within the member, from 1; nil for the member as a whole.
    ///
    /// An entry is numbered because its name is the caller's own and is not repeated.
    package let entry: Int?

    package init(_ member: String, is violation: Violation, entry: Int? = nil) {
        self.member = member
        self.violation = violation
        self.entry = entry
    }
}

extension InvalidMemberError {
    /// The member and its violation for headers and logs, for example `phoneNumber: too-short`.
    package var summary: String {
        switch violation {
        case .conflicts(let other): return "\(member): conflicts with \(other)"
        case .needs(let other): return "\(member): needs \(other)"
        case .missing, .wrongType, .malformed, .tooLong, .phoneNumber: return "\(member): \(violation.word)"
        }
    }
}

extension InvalidMemberError.Violation {
    /// The violation as a stable identifier, for programs.
    package var word: String {
        switch self {
        case .missing: "missing"
        case .wrongType: "wrong-type"
        case .malformed: "malformed"
        case .tooLong: "too-long"
        case .conflicts, .needs: "conflict"
        case .phoneNumber(let error): error.rawValue
        }
    }
}
