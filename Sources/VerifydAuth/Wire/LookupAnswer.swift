/// What `accounts:lookup` answers.
struct LookupAnswer: Decodable, Sendable {
    var users: [WireUser]?
}

/// An account, as the server shows it to its owner.
///
/// Times are milliseconds in texts.
struct WireUser: Codable, Sendable, Hashable {
    var localId: String?
    var phoneNumber: String?
    var email: String?
    var emailVerified: Bool?
    var displayName: String?
    var photoUrl: String?
    var createdAt: String?
    var lastLoginAt: String?
    var providerUserInfo: [WireProvider]?
    var mfaInfo: [WireFactor]?
}

/// One way to sign in of an account.
struct WireProvider: Codable, Sendable, Hashable {
    var providerId: String?
    var rawId: String?
    var federatedId: String?
    var displayName: String?
    var photoUrl: String?
    var email: String?
    var phoneNumber: String?
}
