import AccountCore
import VerificationCore

/// Changes an account: one's own, or for an administrator any of the project.
package struct UpdateAccount: Sendable {
    /// What became of a change of one's own account.
    package struct Updated: Sendable {
        package let account: Account
        /// The session that goes on where the change ended all others; nil where it ended none.
        package let session: SignedIn?
    }

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Changes the account of whoever brings the token.
    ///
    /// Where two meet: a change and a revocation. The token is checked once more in the transaction of the change, so a
    /// token that was revoked meanwhile changes nothing.
    ///
    /// - Parameters:
    ///   - idToken: of the account.
    ///   - wish: what the caller wants, also what only administrators may want.
    ///   - project: whose account it is.
    /// - Returns: the account as it is now.
    /// - Throws: the wire's word where nothing may change.
    package func own(
        _ idToken: String, to wish: AccountWish, of project: Project
    ) async throws(WireError) -> Updated {
        try wish.checkOwner()
        let token = try await ports.tokens.read(idToken: idToken, of: project, at: ports.now())
        let account = try await ports.account(of: token, in: project)
        try check(wish, project)
        var edit = try await edit(wish.ofOwner(at: ports.now()))
        let now = ports.now()
        if edit.validSince != nil { edit.validSince = now }
        let begun = edit.endsSessions(of: account) ? ports.newSession(method(wish, token), at: now) : nil
        let changed = try await ports.change(token.id, in: project, with: begun?.session) {
            [edit] account throws(WireError) in
            _ = try TokenCheck.check(account, madeAt: token.madeAt)
            return edit.endingSessions(of: account, at: now)
        }
        guard let begun else { return Updated(account: changed, session: nil) }
        let session = try await ports.signedIn(changed, begun.session, begun.token, isNew: false, project)
        return Updated(account: changed, session: session)
    }

    /// Changes any account, also an account that is disabled.
    package func other(
        _ id: String, to wish: AccountWish, of project: Project
    ) async throws(WireError) -> Account {
        _ = try wish.claims()
        guard let id = LocalID(id) else { throw .refused(.userNotFound) }
        let edit = try await edit(wish)
        return try await ports.change(id, in: project, with: nil) { [ports] account in
            // The account is locked: a session that began by now ends, also a session of the old password.
            edit.endingSessions(of: account, at: ports.now())
        }
    }

    /// What the wire tells of an owner's wish after it has looked at the account.
    private func check(_ wish: AccountWish, _ project: Project) throws(WireError) {
        guard wish.isDisabled == nil, wish.email == nil || ports.takesUnprovenAddresses,
            wish.password == nil || ports.takesPasswords(project)
        else { throw .refused(.operationNotAllowed) }
    }

    /// Takes a third of a second where a password is hashed, and longer while others wait for a hash too.
    ///
    /// Somebody may sign in by the old password meanwhile. So callers read the moment of the change afterwards.
    private func edit(_ wish: AccountWish) async throws(WireError) -> AccountEdit {
        _ = try wish.address()
        if let password = wish.password { try PasswordPolicy.check(password) }
        let phone = try wish.phone.map { text throws(WireError) in try ports.phones.accountNumber(text) }
        return try AccountEdit(wish, phone: phone, passwordHash: try await ports.passwordHash(of: wish.password))
    }

    private func method(_ wish: AccountWish, _ token: ReadToken) -> SignInMethod {
        wish.password == nil ? token.method : SignInMethod(.password)
    }
}
