import AccountCore
import VerificationCore

/// Begins the session of a person who has proved the first factor before, and now the second.
struct FinishSignIn: Sendable {
    /// What a look at an account's factors says of a proof.
    enum FactorProof: Sendable {
        /// As the factor is afterwards, for example with a time step that is used.
        case proven(SecondFactor)
        /// The account keeps the factor as it is here, for example with a try more.
        case wrong(SecondFactor, AccountError)
    }

    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// The sign-in that waits; throws for a credential that is no good.
    func pending(_ text: String, in project: Project) throws(AccountError) -> PendingCredential {
        let pending = PendingCredential(text, of: project.id, at: ports.now(), by: ports.keyRing)
        guard let pending else { throw .refused(.invalidMFAPendingCredential) }
        return pending
    }

    /// The account of a sign-in that waits, as it is; throws also for a credential that has served.
    func account(of pending: PendingCredential, in project: Project) async throws(AccountError) -> Account {
        let attempt = AccountAttempt(
            names: [.id(pending.account)], uses: [pending.use], at: ports.now()
        ) { accounts throws(AccountError) in
            // The credential is as unused afterwards as it was.
            (AccountPlan(usesUp: false), try Self.check(accounts.first, for: pending))
        }
        return try await ports.carryOut(attempt, in: project, used: .refused(.invalidMFAPendingCredential))
    }

    /// Finishes the sign-in; of parallel calls with the same credential one does.
    ///
    /// Where two meet: this and a change of the account. A sign-in whose factor was withdrawn meanwhile finds no factor. A
    /// revocation of all sessions ends the credential too.
    ///
    /// - Parameters:
    ///   - pending: see `pending`.
    ///   - uses: what else the proof uses up.
    ///   - project: whose account.
    ///   - prove: looks at the account as it is; may be called more than once.
    /// - Returns: the session.
    /// - Throws: an `AccountError` if the proof is wrong, or the account may not be signed in to.
    func finish(
        _ pending: PendingCredential, uses: Set<VerificationID> = [], in project: Project,
        _ prove: @escaping @Sendable (Account) throws(AccountError) -> FactorProof
    ) async throws(AccountError) -> SignedIn {
        let (now, token) = (ports.now(), ports.credentials.newRefreshToken())
        typealias Finished = Result<(account: Account, session: RefreshSession), AccountError>
        let attempt = AccountAttempt(
            names: [.id(pending.account)], uses: uses.union([pending.use]), at: now
        ) { accounts throws(AccountError) -> (plan: AccountPlan, outcome: Finished) in
            let account = try Self.check(accounts.first, for: pending)
            switch try prove(account) {
            case .proven(let factor):
                var account = account.replacing(factor)
                account.lastSignInAt = now
                let session = token.session(SignInMethod(pending.provider, secondFactor: factor.proven), at: now)
                return (AccountPlan(account, session: session), .success((account, session)))
            case .wrong(let factor, let error):
                var plan = AccountPlan(account.replacing(factor))
                plan.usesUp = false
                return (plan, .failure(error))
            }
        }
        let finished = try await ports.carryOut(
            attempt, in: project, used: .refused(.invalidMFAPendingCredential))
        let (account, session) = try finished.get()
        return try await ports.signedIn(account, session: session, token: token, isNew: false, in: project, at: now)
    }

    /// An account that is gone, or whose sessions of that time have ended, makes the credential as good as none.
    private static func check(_ account: Account?, for pending: PendingCredential) throws(AccountError) -> Account {
        do throws(AccountError) {
            return try TokenCheck.check(account, madeAt: pending.madeAt)
        } catch {
            if error == .refused(.userDisabled) { throw error }
            throw .refused(.invalidMFAPendingCredential)
        }
    }
}
