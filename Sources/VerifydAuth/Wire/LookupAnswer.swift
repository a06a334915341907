/// What `accounts:lookup` answers.
struct LookupAnswer: Decodable, Sendable {
    var users: [WireUser]?
}

extension LookupAnswer: WireChecked {
    // The server shows one account, or says that it does not exist.
    var isOfTheWire: Bool { users?.count == 1 && users?.first?.localId?.isEmpty == false }
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
    @WireNumber var createdAt: String? = nil
    @WireNumber var lastLoginAt: String? = nil
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
