import Foundation

/// Sign-in by an ID token or an access token of another provider: Apple, Google, Facebook, or one of OpenID Connect.
public enum OAuthProvider {
    /// Makes a credential of an ID token.
    ///
    /// - Parameters:
    ///   - providerID: the provider's id in the project.
    ///   - idToken: the provider's ID token.
    ///   - rawNonce: the nonce whose SHA-256 the provider got, in its raw form; nil if the token has no nonce. A token with a
    ///     nonce signs in with the raw nonce alone, so that a stolen token is worth nothing.
    ///   - accessToken: the provider's access token, if it gave one too.
    /// - Returns: the credential.
    public static func credential(
        providerID: AuthProviderID, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(
            providerID: providerID.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
    }

    /// Makes a credential of an access token.
    ///
    /// - Parameters:
    ///   - providerID: the provider's id in the project.
    ///   - accessToken: the provider's access token.
    /// - Returns: the credential.
    public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID.rawValue, idToken: nil, rawNonce: nil, accessToken: accessToken)
    }

    /// Makes a credential of an ID token, in the older spelling.
    ///
    /// - Parameters:
    ///   - providerID: the provider's id in the project, for example `facebook.com`.
    ///   - idToken: the provider's ID token.
    ///   - rawNonce: the raw nonce; nil if the token has no nonce.
    ///   - accessToken: the provider's access token, if it gave one too.
    /// - Returns: the credential.
    public static func credential(
        withProviderID providerID: String, idToken: String, rawNonce: String? = nil, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(providerID: providerID, idToken: idToken, rawNonce: rawNonce, accessToken: accessToken)
    }

    /// Makes a credential of an access token, in the older spelling.
    ///
    /// - Parameters:
    ///   - providerID: the provider's id in the project.
    ///   - accessToken: the provider's access token.
    /// - Returns: the credential.
    public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
        OAuthCredential(providerID: providerID, idToken: nil, rawNonce: nil, accessToken: accessToken)
    }

    /// Makes a credential of Sign in with Apple.
    ///
    /// - Parameters:
    ///   - idToken: the `identityToken` of Apple's credential, as text.
    ///   - rawNonce: the nonce whose SHA-256 the request had, in its raw form.
    ///   - fullName: the `fullName` of Apple's credential, which Apple gives at the first sign-in alone. The server reads no
    ///     names: keep it by ``User/createProfileChangeRequest()``.
    /// - Returns: the credential.
    public static func appleCredential(
        withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents? = nil
    ) -> OAuthCredential {
        OAuthCredential(
            providerID: AuthProviderID.apple.rawValue, idToken: idToken, rawNonce: rawNonce, accessToken: nil)
    }
}
