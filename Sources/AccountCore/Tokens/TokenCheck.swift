import VerificationCore

/// Whether an ID token or a refresh token of an account is still good; the signature has been checked before.
package enum TokenCheck {
    /// How long after a sign-in a person may do what cannot be undone, such as deleting their account.
    package static let recently = Duration.seconds(300)

    /// Throws an `AccountError` if the last sign-in is too long ago.
    ///
    /// Otherwise a thief of a signed-in device could take the account away from its owner.
    ///
    /// `signedInAt`: when the person proved who they are.
    package static func checkRecent(_ signedInAt: Timestamp, at now: Timestamp) throws(AccountError) {
        guard isRecent(signedInAt, at: now) else { throw .refused(.credentialTooOld) }
    }

    /// Whether a person who signed in at this moment may still do what cannot be undone.
    package static func isRecent(_ signedInAt: Timestamp, at now: Timestamp) -> Bool { now - signedInAt <= recently }

    /// - Parameters:
    ///   - account: whose token it is; nil when the account is gone.
    ///   - madeAt: when the token was made, or the session of a refresh token began.
    /// - Returns: the account.
    /// - Throws: an `AccountError` if the account is gone or disabled, or its sessions of that time have ended.
    package static func check(_ account: Account?, madeAt: Timestamp) throws(AccountError) -> Account {
        guard let account else { throw .refused(.userNotFound) }
        // A token of the same second as the revocation is good: tokens know no smaller part of time.
        guard madeAt.wholeSecond >= account.validSince else { throw .refused(.tokenExpired) }
        guard !account.isDisabled else { throw .refused(.userDisabled) }
        return account
    }
}
