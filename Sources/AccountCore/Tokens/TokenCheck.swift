import VerificationCore

/// Whether an ID token or a refresh token of an account is still good; the signature has been checked before.
package enum TokenCheck {
    /// How long somebody who has signed in may do what cannot be undone, such as the deletion of their account.
    package static let recently = Duration.seconds(300)

    /// Throws the error where somebody has to prove anew who they are: whoever finds a device that is signed in
    /// must not take the account away from its owner.
    ///
    /// `signedInAt`: when the person proved who they are.
    package static func checkRecent(_ signedInAt: Timestamp, at now: Timestamp) throws(AccountError) {
        guard isRecent(signedInAt, at: now) else { throw .refused(.credentialTooOld) }
    }

    /// Whether somebody who signed in at this moment may do so.
    package static func isRecent(_ signedInAt: Timestamp, at now: Timestamp) -> Bool { now - signedInAt <= recently }

    /// - Parameters:
    ///   - account: whose token it is; nil when the account is gone.
    ///   - madeAt: when the token was made, or the session of a refresh token began.
    /// - Returns: the account.
    /// - Throws: the error for a token that is no longer good.
    package static func check(_ account: Account?, madeAt: Timestamp) throws(AccountError) -> Account {
        guard let account else { throw .refused(.userNotFound) }
        // A token of the same second as the revocation is good: tokens know no smaller part of time.
        guard madeAt.wholeSecond >= account.validSince else { throw .refused(.tokenExpired) }
        guard !account.isDisabled else { throw .refused(.userDisabled) }
        return account
    }
}
