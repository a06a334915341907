/// What `accounts:update` answers.
struct UpdateAnswer: Decodable, Sendable {
    let localId: String
    var email: String?
    var emailVerified: Bool?
    var displayName: String?
    var photoUrl: String?
    /// The ways to sign in that are left.
    let providerUserInfo: [WireProvider]
    // The session that goes on, where the change has ended all others.
    var idToken: String?
    var refreshToken: String?
    @WireNumber var expiresIn: String? = nil
}
