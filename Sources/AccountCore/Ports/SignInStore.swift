import VerificationCore

/// Port: signs people in, and keeps their sessions.
///
/// An account has at most `RefreshSession.mostPerAccount` sessions: one more ends the session that was unused longest.
package protocol SignInStore: Sendable {
    /// Carries out a sign-in by a proven number, in one transaction.
    ///
    /// It loads the owner of the number and the account that the call is signed in to, lets the attempt decide, and does
    /// what was decided. Of parallel first sign-ins of a number one makes the account, and the others sign in to it.
    func signIn(_ attempt: PhoneSignInAttempt, of project: ProjectID) async throws(StoreProblem) -> PhoneSignedIn

    /// Notes a refresh of a session that is still good, and gives its account.
    ///
    /// The session's token may be the token that it had last, as long as the token in its place has not been used.
    ///
    /// Where two meet: a refresh and a revocation, or two refreshes. Each locks the account's row. After the revocation no
    /// refresh of an earlier session is answered. Two refreshes with the same token get the same successor.
    ///
    /// - Parameters:
    ///   - attempt: the token, and what takes its place.
    ///   - project: whose.
    /// - Returns: what became of it; a session that was ended by a revocation is `tokenExpired`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func refresh(_ attempt: RefreshAttempt, of project: ProjectID) async throws(StoreProblem) -> SessionRefresh

    /// Forgets sessions that have gone unused for too long, and guests whom nobody has seen for `guestLife`.
    ///
    /// It goes through all sessions in portions, and stops early when its task is cancelled. Where several processes
    /// forget at once, one of them does it.
    ///
    /// A guest is an account without any name whose sessions are all of guests. Guests of a project go with their
    /// sessions.
    ///
    /// - Parameters:
    ///   - idleLife: how long a session may go unused in a project that does not say it.
    ///   - guestLife: how long a guest stays.
    ///   - now: the store's time.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func forgetUnused(idleLife: Duration, guestLife: Duration, at now: Timestamp) async throws(StoreProblem)
}
