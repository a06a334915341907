import AccountCore
import VerificationCore

extension AccountPorts {
    /// Signs in a person who has proved the first factor of an account, unless the account asks for a second.
    ///
    /// Where two meet: a sign-in and an enrolment. Both lock the account's row. If the enrolment comes first, the sign-in
    /// asks for the new factor.
    ///
    /// - Parameters:
    ///   - id: the account's.
    ///   - provider: the first factor.
    ///   - project: whose account.
    ///   - check: looks at the account as it is, and throws where the person may not sign in.
    /// - Returns: the session that has begun, or the factors to choose from.
    /// - Throws: an `AccountError` if the account is gone, or `check` throws.
    func passFirstFactor(
        of id: LocalID, by provider: ProviderID, in project: Project,
        _ check: @escaping @Sendable (Account) throws(AccountError) -> Void
    ) async throws(AccountError) -> FirstFactorOutcome {
        let (rules, token) = (policy.secondFactors(of: project), credentials.newRefreshToken())
        typealias Passed = (account: Account, session: RefreshSession?, moment: Timestamp)
        let attempt = AccountAttempt(names: [.id(id)], at: now()) {
            accounts throws(AccountError) -> (plan: AccountPlan, outcome: Passed) in
            guard var account = accounts.first else { throw .refused(.userNotFound) }
            try check(account)
            // Under the lock, so that no change that ends sessions comes in between.
            let now = now()
            guard try rules.asked(of: account, after: provider).isEmpty else {
                return (AccountPlan(usesUp: false), (account, nil, now))
            }
            account.lastSignInAt = now
            let session = token.session(SignInMethod(provider), at: now)
            let plan = AccountPlan(account, session: session)
            return (plan, (plan.account ?? account, session, now))
        }
        let (account, session, moment) = try await carryOut(attempt, in: project, used: .internalError)
        guard let session else { return .pending(try pending(account, by: provider, in: project, at: moment)) }
        return .signedIn(
            try await signedIn(account, session: session, token: token, isNew: false, in: project, at: moment))
    }
}
