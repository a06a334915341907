/// What the calls that sign in answer.
///
/// Which members there are says what has happened.
struct SignInAnswer: Decodable, Sendable {
    var kind: String?
    var idToken: String?
    var refreshToken: String?
    @WireNumber var expiresIn: String? = nil
    var localId: String?
    var isNewUser: Bool?
    // A number that is another account's.
    var temporaryProof: String?
    var phoneNumber: String?
    // A second factor is needed.
    var mfaPendingCredential: String?
    var mfaInfo: [WireFactor]?
    // An identity at another provider.
    var needConfirmation: Bool?
    var errorMessage: String?
    var email: String?
    var providerId: String?
    var rawUserInfo: String?
    var screenName: String?
    var oauthIdToken: String?
    var oauthAccessToken: String?
}

extension SignInAnswer: WireChecked {
    var isOfTheWire: Bool {
        idToken != nil || temporaryProof != nil || mfaPendingCredential != nil
            || kind?.hasPrefix("identitytoolkit#") ?? false
    }
}

/// A second factor, as the server lists it.
struct WireFactor: Codable, Sendable, Hashable {
    var mfaEnrollmentId: String?
    var displayName: String?
    var enrolledAt: String?
    var phoneInfo: String?
    var totpInfo: Empty?

    /// An object without members that matter.
    struct Empty: Codable, Sendable, Hashable {}
}
