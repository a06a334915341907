/// What a call for a new ID token answers.
struct RefreshAnswer: Decodable, Sendable {
    let idToken: String
    /// The token for the next refresh.
    ///
    /// The server may have replaced the one that was sent.
    let refreshToken: String
    /// For how many seconds from its arrival the ID token serves.
    @WireNumber var expiresIn: String?
    let userID: String

    enum CodingKeys: String, CodingKey {
        // The wire writes the ID token twice, and Firebase's own clients read this member.
        case idToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
        case userID = "user_id"
    }
}

extension RefreshAnswer: WireChecked {
    // Servers of OAuth answer with the same members, and have no `user_id`.
    var isOfTheWire: Bool { !idToken.isEmpty && !refreshToken.isEmpty && !userID.isEmpty }
}
