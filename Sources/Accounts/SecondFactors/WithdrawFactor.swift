import AccountCore
import VerificationCore

/// Takes a second factor from the account that is signed in.
package struct WithdrawFactor: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Removes the factor, ends all sessions of the account, and begins a new one for the caller.
    ///
    /// The caller has signed in a short while ago, and has proved one of the factors in that session; not always the one
    /// that goes, so that a person who has lost a phone removes it by another factor. Firebase asks for a recent sign-in
    /// too, and may revoke the sessions; its SDKs take the new tokens from the answer. A session by a custom token has
    /// proved no factor: its backend removes factors as an administrator. The new session keeps the second factor that was
    /// proved, where it is another than the one that goes.
    ///
    /// An emulator asks for neither, and ends no session, as Firebase's emulator.
    ///
    /// Where two meet: a withdrawal and a sign-in that waits for the factor. Each locks the account's row. A sign-in that
    /// comes later finds its credential ended.
    ///
    /// - Parameters:
    ///   - enrollmentID: the factor; nil for a call without.
    ///   - idToken: of the account; nil for a call without.
    ///   - project: whose account.
    /// - Returns: the new session.
    /// - Throws: an `AccountError` if there is no such factor, or it may not go.
    package func withdraw(
        _ enrollmentID: String?, by idToken: String?, in project: Project
    ) async throws(AccountError) -> SignedIn {
        guard let idToken else { throw .refused(.missingIDToken) }
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        let (refreshToken, rules) = (ports.credentials.newRefreshToken(), ports.policy.secondFactors(of: project))
        let (account, session) = try await ports.change(token.id, in: project) { [ports] account throws(AccountError) in
            _ = try TokenCheck.check(account, madeAt: token.madeAt)
            let (remaining, now) = (try rules.remaining(without: enrollmentID, of: account), ports.now())
            var edit = AccountEdit()
            edit.factors = remaining
            if ports.policy.guardsFactors {
                try rules.checkProven(by: token.method, for: account)
                try TokenCheck.checkRecent(token.signedInAt, at: now)
                edit.validSince = now
            }
            // The person has proved nothing in this call.
            edit.session = refreshToken.session(
                token.method.keeping(remaining), authTime: token.signedInAt, at: now)
            return edit
        }
        guard let session else { throw .internalError }
        return try await ports.signedIn(
            account, session: session, token: refreshToken, isNew: false, in: project, at: session.beganAt)
    }
}
