import AccountCore
import VerificationCore

/// Signs in a person whom another provider knows, or links the person's identity there to the account that is signed in.
package struct SignInByIdentity: Sendable {
    /// What a proven identity leads to.
    package struct Answer: Sendable {
        package let identity: ProvenIdentity
        package let outcome: Outcome
    }

    /// What a sign-in that was not refused has done.
    package enum Outcome: Sendable {
        /// The account has the identity.
        ///
        /// `isRecycled`: whether the account had another identity at the provider, which is gone.
        case proven(FirstFactorOutcome, isRecycled: Bool)
        /// The address belongs to this account, and nothing says that it is the person's.
        ///
        /// Nil where the caller may not hear whose the address is.
        case needsConfirmation(Account?)
        /// Another account has the identity or its address, so nothing is linked; the app may sign in with the same proof.
        case conflict(AccountError)
    }

    private static let used = AccountError.refused(
        .missingOrInvalidNonce, "This credential has served a sign-in before; ask the provider for a new one.")

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Asks the provider's word, then reads the ID token, and then does in one transaction what the accounts allow.
    ///
    /// Where two meet: first sign-ins of an identity, of which one makes the account and the others sign in to it; links of
    /// an identity to several accounts, of which one gets it; and calls with the same proof, of which one is served.
    ///
    /// - Parameters:
    ///   - presented: what the call brings of the provider.
    ///   - idToken: of the account that gets the identity; nil for a sign-in.
    ///   - makesAccounts: whether an unknown identity may make an account.
    ///   - project: whose accounts.
    /// - Returns: the identity with what it led to.
    /// - Throws: an `AccountError` if the sign-in is refused, for example because the provider does not know the proof.
    package func signIn(
        by presented: PresentedIdentity, idToken: String?, makesAccounts: Bool = true, to project: Project
    ) async throws(AccountError) -> Answer {
        let identity = try await ProveIdentity(ports).prove(presented, for: project).fitted()
        var current: ReadToken?
        if let idToken {
            current = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        }
        let (now, token) = (ports.now(), ports.credentials.newRefreshToken())
        // An identity proves nothing of the account that it is linked to, so a link moves no time of a sign-in.
        let session = token.session(
            SignInMethod(identity.provider, secondFactor: current?.method.secondFactor),
            authTime: current?.signedInAt, at: now)
        let attempt = IdentitySignInAttempt(
            identity: identity, current: current.map { self.current($0, at: now) }, newID: ports.credentials.newID(),
            reauthenticates: !makesAccounts, keepsEmailsApart: ports.policy.keepsEmailsApart(project),
            secondFactors: ports.policy.secondFactors(of: project), session: session)
        return Answer(identity: identity, outcome: try await carryOut(attempt, with: token, in: project))
    }

    private func carryOut(
        _ attempt: IdentitySignInAttempt, with token: RefreshToken, in project: Project
    ) async throws(AccountError) -> Outcome {
        let session = attempt.session
        let done: IdentitySignedIn
        do throws(AccountError) {
            done = try await ports.carryOut(attempt.attempt, in: project, used: Self.used)
        } catch {
            guard error.isConflict else { throw error }
            return .conflict(error)
        }
        switch done {
        case .signedIn(let account, let isNew, let isRecycled):
            let signedIn = try await ports.signedIn(
                account, session: attempt.session(of: account), token: token, isNew: isNew, in: project,
                attributes: attempt.identity.attributes, at: session.beganAt)
            return .proven(.signedIn(signedIn), isRecycled: isRecycled)
        case .secondFactor(let account, let isRecycled):
            let pending = try ports.pending(
                account, by: session.method.provider, in: project, at: session.beganAt)
            return .proven(.pending(pending), isRecycled: isRecycled)
        case .needsConfirmation(let account):
            return .needsConfirmation(ports.policy.tellsAddressOwners ? account : nil)
        }
    }

    private func current(_ token: ReadToken, at now: Timestamp) -> IdentitySignInAttempt.Current {
        IdentitySignInAttempt.Current(
            id: token.id, tokenMadeAt: token.madeAt,
            isRecent: !ports.policy.asksForRecentSignIns || TokenCheck.isRecent(token.signedInAt, at: now),
            isGuest: token.method.provider == .anonymous)
    }
}

extension AccountError {
    /// Whether another account has what a link would give.
    fileprivate var isConflict: Bool {
        [AccountConflict.identity, .email].contains { $0.error == self }
    }
}
