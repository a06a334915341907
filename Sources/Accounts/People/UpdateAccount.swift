import AccountCore
import Synchronization
import VerificationCore

/// Changes an account: one's own, or for an administrator any of the project.
package struct UpdateAccount: Sendable {
    /// The owner's account after the change, with the session that goes on.
    package struct Updated: Sendable {
        package let account: Account
        /// The session that goes on where the change ended all others; nil where it ended none.
        package let session: SignedIn?
    }

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Changes the account that the ID token names.
    ///
    /// Where two meet: a change and a revocation. The token is checked once more in the transaction of the change, so a
    /// token that was revoked meanwhile changes nothing.
    ///
    /// - Parameters:
    ///   - idToken: of the account.
    ///   - draft: what the caller wants, also what only administrators may want.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose account it is.
    /// - Returns: the account as it is now.
    /// - Throws: an `AccountError` if the change is refused, for example because the last sign-in is too long ago.
    package func own(
        _ idToken: String, to draft: AccountDraft, from address: IPAddress?, of project: Project
    ) async throws(AccountError) -> Updated {
        try draft.checkOwner(mayAddUnproven: ports.policy.letsOwnersAddUnproven)
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        _ = try await ports.account(of: token, in: project)
        try check(draft, in: project)
        if draft.changesSignIn, ports.policy.asksForRecentSignIns {
            try TokenCheck.checkRecent(token.signedInAt, at: ports.now())
        }
        if draft.password != nil, ports.policy.limitsTries {
            try ports.credentials.passwords.limits.take(by: token.id, in: project.id, from: address, at: ports.now())
        }
        let owners = draft.ofOwner(
            mayEndSessions: ports.policy.letsOwnersEndSessions, mayAddUnproven: ports.policy.letsOwnersAddUnproven,
            at: ports.now())
        let edit = try await edit(owners, for: .owner)
        let (refreshToken, method) = (ports.credentials.newRefreshToken(), method(draft, from: token))
        let (account, session) = try await ports.change(token.id, in: project) { [ports] account throws(AccountError) in
            _ = try TokenCheck.check(account, madeAt: token.madeAt)
            var ending = edit
            ending.factors = try ports.factors(owners.factors, insteadOf: account.factors)
            // Only an emulator lets an owner name factors, and there they end no session.
            guard edit.endsSessions(of: account) else { return ending }
            let now = ports.now()
            // Whatever moment the draft named, sessions end now.
            ending.validSince = now
            // The person has proved nothing in this call.
            let kept = method.keeping(ending.factors ?? account.factors)
            ending.session = refreshToken.session(kept, authTime: token.signedInAt, at: now)
            return ending
        }
        guard let session else { return Updated(account: account, session: nil) }
        let signedIn = try await ports.signedIn(
            account, session: session, token: refreshToken, isNew: false, in: project, at: session.beganAt)
        return Updated(account: account, session: signedIn)
    }

    /// Changes any account, also an account that is disabled.
    ///
    /// Its sessions end where a second factor goes: they may be of a person who has the lost factor. They go on where a
    /// factor only comes. A sign-in that waits for a factor that goes finds none.
    ///
    /// - Parameters:
    ///   - id: of the account, as the caller wrote it.
    ///   - draft: what the caller wants.
    ///   - project: whose account it is.
    /// - Returns: the account as it is now, and what came of its second factors; nil where the draft names none.
    /// - Throws: an `AccountError` if there is no such account, or a value of the draft is not allowed.
    package func other(
        _ id: String, to draft: AccountDraft, of project: Project
    ) async throws(AccountError) -> (account: Account, factors: FactorChange?) {
        _ = try draft.claims()
        guard let id = LocalID(id) else { throw .refused(.userNotFound) }
        let edit = try await edit(draft, for: .administrator)
        // Of several decisions the store does the last.
        let change = Mutex<FactorChange?>(nil)
        let account = try await ports.change(id, in: project) { [ports] account throws(AccountError) in
            guard edit.linked == nil || edit.applied(to: account).links.count <= Profile.mostLinks else {
                throw .refused(.invalidProviderID, "An account has at most \(Profile.mostLinks) providers.")
            }
            let factors = try ports.factors(draft.factors, insteadOf: account.factors)
            change.withLock { $0 = factors.map { FactorChange(from: account.factors, to: $0) } }
            var ending = edit
            if ports.policy.lostFactorsEndSessions { ending.factors = factors }
            ending = ending.endingSessions(of: account, at: ports.now())
            ending.factors = factors
            return ending
        }.account
        return (account, change.withLock { $0 })
    }

    /// Refuses changes that an owner may not make; Firebase too looks at the account first.
    private func check(_ draft: AccountDraft, in project: Project) throws(AccountError) {
        guard draft.isDisabled == nil, draft.email == nil || ports.policy.takesUnprovenAddresses,
            draft.password == nil || ports.policy.takesPasswords(project)
        else { throw .refused(.operationNotAllowed) }
    }

    /// Takes a third of a second where a password is hashed, and longer while others wait for a hash too.
    ///
    /// The person may sign in by the old password meanwhile. So the moment of a change is read under its lock.
    private func edit(_ draft: AccountDraft, for maker: PasswordHasher.Maker) async throws(AccountError) -> AccountEdit
    {
        _ = try draft.address()
        if let password = draft.password { try PasswordPolicy.check(password) }
        let phone = try draft.phone.map { text throws(AccountError) in try ports.policy.phones.accountNumber(text) }
        let hash = try await ports.credentials.passwordHash(of: draft.password, for: maker)
        return try AccountEdit(draft, phone: phone, passwordHash: hash)
    }

    private func method(_ draft: AccountDraft, from token: ReadToken) -> SignInMethod {
        draft.password == nil ? token.method : token.method.replacingFirst(by: .password)
    }
}
