import VerificationCore

/// Port: signs people in, and keeps their sessions.
package protocol SignInStore: Sendable {
    /// Carries out a sign-in by a proven number, in one transaction.
    ///
    /// It loads the owner of the number and the account that the call is signed in to, lets the attempt decide, and does
    /// what was decided. Of parallel first sign-ins of a number one makes the account, and the others sign in to it.
    func signIn(_ attempt: PhoneSignInAttempt, of project: ProjectID) async throws(StoreProblem) -> PhoneSignedIn

    /// Notes a refresh of a session that is still good, and gives its account.
    ///
    /// Where two meet: a refresh and a revocation. Both lock the account's row. After the revocation no refresh of an
    /// earlier session is answered.
    ///
    /// - Parameters:
    ///   - tokenHash: SHA-256 of the refresh token.
    ///   - project: whose.
    ///   - now: the store's time.
    /// - Returns: what became of it; a session that was ended by a revocation is `tokenExpired`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func refresh(
        tokenHash: [UInt8], of project: ProjectID, at now: Timestamp
    ) async throws(StoreProblem) -> SessionRefresh
}
