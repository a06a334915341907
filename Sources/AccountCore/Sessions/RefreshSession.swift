import VerificationCore

/// What a sign-in begins and a refresh token continues.
package struct RefreshSession: Sendable, Hashable {
    /// SHA-256 of the refresh token; the token itself is kept nowhere.
    package let tokenHash: [UInt8]
    package let method: SignInMethod
    /// When the person signed in: `auth_time` of all ID tokens of the session.
    package let beganAt: Timestamp

    package init(tokenHash: [UInt8], method: SignInMethod, beganAt: Timestamp) {
        (self.tokenHash, self.method, self.beganAt) = (tokenHash, method, beganAt)
    }
}
