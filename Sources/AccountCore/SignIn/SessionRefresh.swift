import VerificationCore

/// The outcome of a refresh.
package enum SessionRefresh: Sendable, Hashable {
    /// The account as it is now, and its session, which goes on.
    case refreshed(Account, RefreshSession)
    /// The store has the session, and it is no longer good.
    ///
    /// It went unused for too long, its account was disabled, an edit of the account has ended it, or it lacks a second
    /// factor that has become mandatory.
    case refused(AccountError)
    /// No session of the project has this token, or its account is gone.
    case unknown

    /// Decides from a session and its account as they are.
    ///
    /// - Parameters:
    ///   - session: whose token was brought.
    ///   - lastUsedAt: when it began or was refreshed last.
    ///   - hasEnded: whether an edit of the account has ended it.
    ///   - account: whose session it is.
    ///   - attempt: the refresh.
    /// - Returns: the account with the refresh noted, or why there is none.
    package static func decide(
        _ session: RefreshSession, lastUsedAt: Timestamp, hasEnded: Bool, of account: Account,
        for attempt: RefreshAttempt
    ) -> SessionRefresh {
        if hasEnded || attempt.time - lastUsedAt > attempt.idleLife { return .refused(.refused(.tokenExpired)) }
        // After this error clients sign the person out, who signs in again and may then enrol a factor.
        guard attempt.secondFactors.letsGoOn(session.method) else { return .refused(.refused(.tokenExpired)) }
        do throws(AccountError) {
            var account = try TokenCheck.check(account, madeAt: session.beganAt)
            account.lastRefreshAt = attempt.time
            return .refreshed(account, session)
        } catch {
            return .refused(error)
        }
    }
}

/// A refresh of a session, as the store carries it out.
package struct RefreshAttempt: Sendable, Hashable {
    /// SHA-256 of the refresh token that the caller brings.
    package let tokenHash: [UInt8]
    /// SHA-256 of the token that takes its place; nil where the token stays.
    ///
    /// The same token always has the same successor. So a caller whose answer was lost repeats the call, and gets the same
    /// answer, until the successor has been used.
    package let successorHash: [UInt8]?
    /// How long a session may go unused.
    package let idleLife: Duration
    /// The project's rules.
    package let secondFactors: SecondFactorRules
    /// The store's time.
    package let time: Timestamp

    package init(
        tokenHash: [UInt8], successorHash: [UInt8]? = nil, idleLife: Duration = Project.usualSessionIdle,
        secondFactors: SecondFactorRules = SecondFactorRules(), at time: Timestamp
    ) {
        (self.tokenHash, self.successorHash) = (tokenHash, successorHash)
        (self.idleLife, self.secondFactors, self.time) = (idleLife, secondFactors, time)
    }
}
