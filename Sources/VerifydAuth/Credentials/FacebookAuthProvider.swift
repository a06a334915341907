/// Facebook's classic login, by an access token.
///
/// Limited Login gives an ID token: use ``OAuthProvider/credential(providerID:idToken:rawNonce:accessToken:)`` for it.
public enum FacebookAuthProvider {
    /// The provider's id.
    public static let id = "facebook.com"

    /// Makes a credential of an access token.
    ///
    /// - Parameter accessToken: `AccessToken.current!.tokenString` of Facebook's SDK.
    /// - Returns: the credential. Whether the token is good shows at the sign-in.
    public static func credential(withAccessToken accessToken: String) -> AuthCredential {
        OAuthCredential(providerID: id, idToken: nil, rawNonce: nil, accessToken: accessToken)
    }
}

/// ``FacebookAuthProvider/id``, by its older name.
public let FacebookAuthProviderID = FacebookAuthProvider.id
