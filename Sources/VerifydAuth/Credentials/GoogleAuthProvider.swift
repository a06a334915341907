/// Sign in with Google, by the tokens that Google's SDK gives.
public enum GoogleAuthProvider {
    /// The provider's id.
    public static let id = "google.com"

    /// Makes a credential of the tokens of Google's SDK.
    ///
    /// - Parameters:
    ///   - idToken: `user.idToken.tokenString` of Google's SDK.
    ///   - accessToken: `user.accessToken.tokenString` of Google's SDK.
    /// - Returns: the credential. Whether the tokens are good shows at the sign-in.
    public static func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: id, idToken: idToken, rawNonce: nil, accessToken: accessToken)
    }
}

/// ``GoogleAuthProvider/id``, by its older name.
public let GoogleAuthProviderID = GoogleAuthProvider.id
