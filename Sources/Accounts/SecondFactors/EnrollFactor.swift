import AccountCore
import VerificationCore

/// Adds a factor that its owner has just proved to the account that is signed in.
struct EnrollFactor: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// The account of an ID token, if it may enrol a factor of this kind now; a thief of a token needs a recent sign-in.
    ///
    /// `isStart`: whether the enrolment begins; what began after a recent sign-in may end a while later.
    func candidate(
        _ idToken: String?, for kind: SecondFactorRules.FactorKind, isStart: Bool = true, in project: Project
    ) async throws(AccountError) -> (token: ReadToken, account: Account) {
        let rules = ports.policy.secondFactors(of: project)
        try rules.check(kind)
        guard let idToken else { throw .refused(.missingIDToken) }
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        let account = try await ports.account(of: token, in: project)
        try rules.checkEnrollment(of: kind, to: account, signedInBy: token.method.provider)
        if ports.policy.asksForRecentSignIns, isStart {
            try TokenCheck.checkRecent(token.signedInAt, at: ports.now())
        }
        return (token, account)
    }

    /// Adds the factor, and begins a session that has proved it.
    ///
    /// Where two meet: two enrolments of a number. Each locks the account, and the second finds the factor of the first.
    ///
    /// - Parameters:
    ///   - factor: as it will be.
    ///   - token: of the account.
    ///   - uses: what the proof uses up.
    ///   - used: the error where it has served before.
    ///   - project: whose account.
    /// - Returns: the session; the account's other sessions go on.
    /// - Throws: an `AccountError` if the account may not have the factor.
    func enroll(
        _ factor: SecondFactor, by token: ReadToken, uses: Set<VerificationID>, used: AccountError, in project: Project
    ) async throws(AccountError) -> SignedIn {
        let (now, refreshToken) = (ports.now(), ports.credentials.newRefreshToken())
        let rules = ports.policy.secondFactors(of: project)
        // The person has proved the new factor, and not once more the first.
        let session = refreshToken.session(
            SignInMethod(token.method.provider, secondFactor: factor.proven), authTime: token.signedInAt, at: now)
        let attempt = AccountAttempt(names: [.id(token.id)], uses: uses, at: now) { accounts throws(AccountError) in
            var account = try TokenCheck.check(accounts.first, madeAt: token.madeAt)
            try rules.checkEnrollment(of: factor.kind.kind, to: account, signedInBy: token.method.provider)
            try rules.checkRoom(for: factor.kind, in: account)
            account.factors.append(factor)
            return (AccountPlan(account, session: session), account)
        }
        let account = try await ports.carryOut(attempt, in: project, used: used)
        return try await ports.signedIn(
            account, session: session, token: refreshToken, isNew: false, in: project, at: now)
    }

    /// A name for a new factor, which no other factor of the account has.
    func newID() -> String { ports.credentials.newID().text }
}
