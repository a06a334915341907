import AccountCore
import StrictJSON
import VerificationCore

/// A session that has begun, as its owner gets it.
package struct SignedIn: Sendable {
    package let account: Account
    package let idToken: String
    package let refreshToken: String
    /// How long the ID token is good.
    package let life: Duration
    package let isNew: Bool
}

extension AccountPorts {
    /// Makes the ID token of a session that is in the store.
    ///
    /// If it cannot be made, the store has the session, but no client has its token. Such a session opens nothing.
    ///
    /// `moment`: no later than the transaction that the token is about. An administrator may revoke all tokens right
    /// after it, and a token with a later date would outlive this. `attributes`: of a SAML provider, for this token alone.
    func signedIn(
        _ account: Account, session: RefreshSession, token: RefreshToken, isNew: Bool, in project: Project,
        attributes: JSONObject? = nil, at moment: Timestamp
    ) async throws(AccountError) -> SignedIn {
        let idToken = try await credentials.tokens.idToken(
            of: account, in: session, for: project, attributes: attributes, at: moment)
        return SignedIn(
            account: account, idToken: idToken, refreshToken: token.text, life: project.tokenLife, isNew: isNew)
    }
}
