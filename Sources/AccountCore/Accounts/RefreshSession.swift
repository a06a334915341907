import VerificationCore

/// What a sign-in begins and a refresh token continues.
package struct RefreshSession: Sendable, Hashable {
    /// How many sessions an account has at most.
    package static let mostPerAccount = 100

    /// How long a guest's account stays after its last use: 30 days.
    package static let guestLife = Duration.seconds(30 * 86_400)

    /// SHA-256 of the refresh token; the token itself is kept nowhere.
    package let tokenHash: [UInt8]
    package let method: SignInMethod
    package let beganAt: Timestamp
    /// When the person proved who they are: `auth_time` of all ID tokens of the session.
    ///
    /// A session that replaces another keeps that session's time, because the person proved nothing anew.
    package let authTime: Timestamp
    /// What a custom token added to the ID tokens of this session alone; nil for other ways to sign in.
    package let claims: CustomClaims?

    /// `authTime`: nil where the person proved who they are when the session began.
    package init(
        tokenHash: [UInt8], method: SignInMethod, beganAt: Timestamp, authTime: Timestamp? = nil,
        claims: CustomClaims? = nil
    ) {
        (self.tokenHash, self.method) = (tokenHash, method)
        (self.beganAt, self.authTime, self.claims) = (beganAt, authTime ?? beganAt, claims)
    }
}

extension RefreshSession {
    /// The account as the beginning of the session leaves it: its owner gets tokens then, as by a refresh.
    package func begun(by account: Account) -> Account {
        var account = account
        account.lastRefreshAt = beganAt
        return account
    }

    /// The same session, begun in another way.
    func of(_ method: SignInMethod) -> RefreshSession {
        RefreshSession(tokenHash: tokenHash, method: method, beganAt: beganAt, authTime: authTime, claims: claims)
    }
}

/// How the person signed in; a refresh token remembers it, so that the tokens it makes say the same.
package struct SignInMethod: Sendable, Hashable {
    /// The first factor of the session, for example `phone`.
    package let provider: ProviderID
    /// The second factor of the session; nil without.
    package let secondFactor: SecondFactor?

    /// The second factor that the person proved, for example a phone.
    package struct SecondFactor: Sendable, Hashable {
        /// For example `phone`.
        package let provider: ProviderID
        /// The name of the factor within its account.
        package let enrollmentID: String

        package init(_ provider: ProviderID, enrollmentID: String) {
            (self.provider, self.enrollmentID) = (provider, enrollmentID)
        }
    }

    package init(_ provider: ProviderID, secondFactor: SecondFactor? = nil) {
        (self.provider, self.secondFactor) = (provider, secondFactor)
    }
}
