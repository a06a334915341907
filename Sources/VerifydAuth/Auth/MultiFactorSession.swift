/// What a second factor belongs to: a signed-in user who adds one, or a sign-in that needs one.
public struct MultiFactorSession: Sendable {
    let purpose: Purpose

    enum Purpose: Sendable {
        /// The user adds a factor.
        case enrollment(User)
        /// The first factor is proven; the text is the server's word for that.
        case signIn(pendingCredential: String)
    }
}

/// That a person has a second factor: what ``MultiFactor/enroll(with:displayName:)`` and
/// ``MultiFactorResolver/resolveSignIn(with:)`` take.
public struct MultiFactorAssertion: Sendable {
    /// `phone` or `totp`.
    public let factorID: String
    let proof: FactorProof
}

/// What proves a second factor.
enum FactorProof: Sendable {
    case phone(PhoneAuthCredential)
    case newTOTP(TOTPSecret, oneTimePassword: String)
    case totp(enrollmentID: String, oneTimePassword: String)
}
