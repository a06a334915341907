import VerificationCore

/// What a sign-in begins and a refresh token continues.
package struct RefreshSession: Sendable, Hashable {
    /// SHA-256 of the refresh token; the token itself is kept nowhere.
    package let tokenHash: [UInt8]
    package let method: SignInMethod
    /// When the person signed in: `auth_time` of all ID tokens of the session.
    package let beganAt: Timestamp
    /// What a custom token added to the ID tokens of this session alone; nil for other ways to sign in.
    package let claims: CustomClaims?

    package init(tokenHash: [UInt8], method: SignInMethod, beganAt: Timestamp, claims: CustomClaims? = nil) {
        (self.tokenHash, self.method) = (tokenHash, method)
        (self.beganAt, self.claims) = (beganAt, claims)
    }
}
