/// What `mfaEnrollment:start` answers for an authenticator app.
struct TOTPStartAnswer: Decodable, Sendable {
    var totpSessionInfo: Info?

    struct Info: Decodable, Sendable {
        var sharedSecretKey: String?
        var sessionInfo: String?
        var verificationCodeLength: Int?
        var periodSec: Int?
        var hashingAlgorithm: String?
        var finalizeEnrollmentTime: String?
    }
}
