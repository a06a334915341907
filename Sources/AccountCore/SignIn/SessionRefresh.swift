import VerificationCore

/// What became of a refresh.
package enum SessionRefresh: Sendable, Hashable {
    /// The account as it is now, and its session, which goes on.
    case refreshed(Account, RefreshSession)
    /// The session is there and no longer good: the account was disabled, or its sessions were ended.
    case refused(WireError)
    /// No session of the project has this token, or its account is gone.
    case unknown

    /// Decides from a session and its account as they are.
    ///
    /// - Parameters:
    ///   - session: whose token was brought.
    ///   - hasEnded: whether an edit of the account has ended it.
    ///   - account: whose session it is.
    ///   - now: the store's time.
    /// - Returns: the account with the refresh noted, or why there is none.
    package static func decide(
        _ session: RefreshSession, hasEnded: Bool, of account: Account, at now: Timestamp
    ) -> SessionRefresh {
        if hasEnded { return .refused(.refused(.tokenExpired)) }
        do throws(WireError) {
            var account = try TokenCheck.check(account, madeAt: session.beganAt)
            account.lastRefreshAt = now
            return .refreshed(account, session)
        } catch {
            return .refused(error)
        }
    }
}
