import AccountCore
import VerificationCore

/// A sign-in that waits for a second factor.
package struct PendingSignIn: Sendable {
    /// Whose factors the caller may choose from.
    package let account: Account
    /// With it the caller goes on; see `PendingCredential`.
    package let credential: String
}

/// What a proven first factor leads to.
package enum FirstFactorOutcome: Sendable {
    case signedIn(SignedIn)
    /// The account has second factors; no session has begun.
    case pending(PendingSignIn)
}

extension AccountPorts {
    /// The sign-in of an account with second factors, whose first factor was proved at `now`.
    ///
    /// It shows the factors that the rules ask for after this first factor.
    func pending(
        _ account: Account, by provider: ProviderID, in project: Project, at now: Timestamp
    ) throws(AccountError) -> PendingSignIn {
        var account = account
        account.factors = try policy.secondFactors(of: project).asked(of: account, after: provider)
        let text = VerificationID(bytes: credentials.randomBytes(16)).flatMap { use in
            PendingCredential(account: account.id, provider: provider, madeAt: now, use: use)
                .text(of: project.id, by: keyRing)
        }
        guard let text else { throw .unavailable }
        return PendingSignIn(account: account, credential: text)
    }

    /// Carries out an attempt; `used` is the error where one of its proofs has served before.
    func carryOut<Outcome: Sendable>(
        _ attempt: AccountAttempt<Outcome>, in project: Project, used: AccountError
    ) async throws(AccountError) -> Outcome {
        let attempted = try await asking { () throws(StoreError) in
            try await accounts.carryOut(attempt, of: project.id)
        }
        switch attempted {
        case .done(let outcome): return outcome
        case .refused(let error): throw error
        case .used: throw used
        }
    }
}
