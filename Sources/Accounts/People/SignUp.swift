import AccountCore
import VerificationCore

/// Makes an account for a guest or for an address with a password, or gives an account an address and a password.
package struct SignUp: Sendable {
    /// An address and a password as the caller wrote them, with the name that the account shall show.
    package struct Form: Sendable {
        package let email: String?
        package let password: String?
        package let displayName: String?

        package init(email: String?, password: String?, displayName: String?) {
            (self.email, self.password, self.displayName) = (email, password, displayName)
        }
    }

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Makes the account of a guest.
    ///
    /// `address`: where the caller is; nil where no limit by address applies.
    package func guest(from address: IPAddress?, of project: Project) async throws(AccountError) -> SignedIn {
        guard ports.policy.takesGuests(project) else { throw .refused(.adminOnlyOperation) }
        if let address { try ports.limits.guests.take(from: address, at: ports.now()) }
        return try await begin(AccountEdit(), by: SignInMethod(.anonymous), in: project)
    }

    /// Makes an account that has an address and a password.
    package func new(_ form: Form, of project: Project) async throws(AccountError) -> SignedIn {
        let (edit, _) = try await read(form)
        return try await begin(edit, by: SignInMethod(.password), in: project)
    }

    /// Gives the account that the ID token names an address and a password; its other sessions end.
    package func link(_ form: Form, to idToken: String, of project: Project) async throws(AccountError) -> SignedIn {
        let (edit, email) = try await read(form)
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        return try await ports.signIn(
            to: token.id, by: SignInMethod(.password), authTime: token.signedInAt, in: project
        ) { account, now throws(AccountError) in
            let account = try TokenCheck.check(account, madeAt: token.madeAt)
            // The wire does not look whose address it is.
            guard account.email != email.text else { throw .refused(.emailExists) }
            return edit.endingSessions(of: account, at: now)
        }
    }

    private func begin(
        _ edit: AccountEdit, by method: SignInMethod, in project: Project
    ) async throws(AccountError) -> SignedIn {
        let now = ports.now()
        var account = edit.applied(to: Account(ports.credentials.newID(), createdAt: now))
        account.lastSignInAt = now
        let token = ports.credentials.newRefreshToken()
        let session = token.session(method, at: now)
        try await ports.add(account, with: session, to: project)
        return try await ports.signedIn(account, session: session, token: token, isNew: true, in: project, at: now)
    }

    private func read(_ form: Form) async throws(AccountError) -> (AccountEdit, EmailAddress) {
        guard ports.policy.takesUnprovenAddresses else { throw .refused(.operationNotAllowed) }
        guard let text = form.email, !text.isEmpty else { throw .refused(.missingEmail) }
        guard let password = form.password, !password.isEmpty else { throw .refused(.missingPassword) }
        guard let email = EmailAddress(text) else { throw .refused(.invalidEmail) }
        var draft = AccountDraft()
        (draft.email, draft.displayName) = (email.text, form.displayName)
        let hash = try await ports.credentials.passwordHash(of: password, for: .owner)
        return (try AccountEdit(draft, phone: nil, passwordHash: hash), email)
    }
}
