/// What `mfaEnrollment:start` answers for an authenticator app.
struct TOTPStartAnswer: Decodable, Sendable {
    let totpSessionInfo: Info

    struct Info: Decodable, Sendable {
        let sharedSecretKey: String
        let sessionInfo: String
        var verificationCodeLength: Int?
        var periodSec: Int?
        var hashingAlgorithm: String?
        var finalizeEnrollmentTime: String?
    }
}
