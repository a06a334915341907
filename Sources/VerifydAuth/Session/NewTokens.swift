import Foundation

/// The tokens of an answer, and what the ID token says of the account.
struct NewTokens: Sendable {
    let session: SessionTokens
    /// The account as far as the ID token knows it.
    let account: WireUser
    /// Whether the session is a guest's.
    let isAnonymous: Bool

    /// Nil for an answer without tokens.
    ///
    /// Throws for an ID token of another project: then the configuration names the wrong one, and no refresh would work.
    init?(_ answer: SignInAnswer, of configuration: AuthConfiguration, at now: Date) throws {
        guard let idToken = answer.idToken, let refreshToken = answer.refreshToken else { return nil }
        let token = try AuthTokenResult(token: idToken)
        let claims = token.claims
        guard claims["aud"] as? String == configuration.projectID else {
            throw AuthError(
                .invalidConfiguration,
                message: "The API key is of another project than projectID of the configuration.")
        }
        guard let uid = claims["sub"] as? String else { throw AuthError(.malformedJWT) }
        session = SessionTokens(
            refreshToken: refreshToken, idToken: idToken, expiresIn: answer.expiresIn, receivedAt: now)
        account = WireUser(claims, uid: uid)
        isAnonymous = token.signInProvider == "anonymous"
    }
}

extension WireUser {
    fileprivate init(_ claims: [String: Any], uid: String) {
        localId = uid
        phoneNumber = claims["phone_number"] as? String
        email = claims["email"] as? String
        emailVerified = claims["email_verified"] as? Bool
        displayName = claims["name"] as? String
        photoUrl = claims["picture"] as? String
        let firebase = claims["firebase"] as? [String: Any]
        let identities = firebase?["identities"] as? [String: [String]] ?? [:]
        providerUserInfo = identities.sorted { $0.key < $1.key }.flatMap { provider, ids in
            // The address alone is no way to sign in.
            provider == "email" ? [] : ids.map { WireProvider(provider, rawId: $0) }
        }
    }

    /// This account with what another answer knows better.
    func with(_ other: WireUser) -> WireUser {
        var account = self
        account.phoneNumber = other.phoneNumber ?? phoneNumber
        account.email = other.email ?? email
        account.emailVerified = other.emailVerified ?? emailVerified
        account.displayName = other.displayName ?? displayName
        account.photoUrl = other.photoUrl ?? photoUrl
        let known = Set((other.providerUserInfo ?? []).map(\.providerId))
        let rest = (providerUserInfo ?? []).filter { !known.contains($0.providerId) }
        account.providerUserInfo = rest + (other.providerUserInfo ?? [])
        return account
    }
}

extension WireProvider {
    fileprivate init(_ provider: String, rawId: String) {
        (providerId, self.rawId) = (provider, rawId)
        phoneNumber = provider == "phone" ? rawId : nil
    }
}
