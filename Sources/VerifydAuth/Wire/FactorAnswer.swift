/// What `mfaEnrollment:finalize`, `mfaEnrollment:withdraw` and `mfaSignIn:finalize` answer.
struct FactorAnswer: Decodable, Sendable {
    var idToken: String?
    var refreshToken: String?
}

extension FactorAnswer: WireChecked {
    var isOfTheWire: Bool { idToken?.isEmpty == false }
}
