extension AuthError {
    /// Whether the server has said in the wire's own envelope that the session has ended, in answer to a refresh token.
    ///
    /// An error of the network, of the store or of this library never does.
    var endsSession: Bool { serverCode == "INVALID_REFRESH_TOKEN" || doubtsSession }

    /// Whether the server has said that the account or the ID token is not good, in answer to an ID token.
    ///
    /// A refresh shows whether the session goes on.
    var doubtsSession: Bool { doubtsToken || serverCode != nil && [.userDisabled, .userNotFound].contains(kind) }

    /// Whether the server has refused the ID token itself, for example because it was old.
    var doubtsToken: Bool { serverCode != nil && [.userTokenExpired, .invalidUserToken].contains(kind) }
}
