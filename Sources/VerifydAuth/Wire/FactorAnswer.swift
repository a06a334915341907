/// What `mfaEnrollment:finalize`, `mfaEnrollment:withdraw` and `mfaSignIn:finalize` answer.
struct FactorAnswer: Decodable, Sendable {
    let idToken: String
    let refreshToken: String
}

extension FactorAnswer: WireChecked {
    var isOfTheWire: Bool { !idToken.isEmpty && !refreshToken.isEmpty }
}
