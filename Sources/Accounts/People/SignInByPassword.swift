import AccountCore
import VerificationCore

/// Signs in a person who knows the password of an address.
package struct SignInByPassword: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Tries the password, which takes a third of a second, and then signs in to the account as it is.
    ///
    /// Where addresses are hidden, an unknown address and a wrong password are answered alike, and in the same time.
    ///
    /// - Parameters:
    ///   - email: as the caller wrote it; nil for a call without.
    ///   - password: nil for a call without.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose accounts.
    /// - Returns: the session that has begun, or the factors of which the account asks for one.
    /// - Throws: an `AccountError` if the person may not sign in, for example for a wrong password.
    package func signIn(
        _ email: String?, password: String?, from address: IPAddress?, to project: Project
    ) async throws(AccountError) -> FirstFactorOutcome {
        guard ports.policy.takesPasswords(project) else { throw .refused(.operationNotAllowed) }
        guard let text = email else { throw .refused(.missingEmail) }
        guard let email = EmailAddress(text) else { throw .refused(.invalidEmail) }
        guard let password, !password.isEmpty else { throw .refused(.missingPassword) }
        let errors = SignInErrors(areHidden: ports.policy.hidesAddresses(project))
        let account = try await find(email, in: project)
        if !errors.areHidden { try Self.checkBefore(account, with: errors) }
        let tried = try await check(
            password, of: email, hash: account?.passwordHash, from: address, errors: errors, in: project)
        guard let account else { throw errors.unknown }
        let outcome = try await begin(account, errors: errors, in: project)
        if let tried { ports.credentials.passwords.limits.takeBack(tried) }
        return outcome
    }

    /// Refuses an unknown or disabled account before the password is tried, where the project does not hide addresses.
    private static func checkBefore(_ account: Account?, with errors: SignInErrors) throws(AccountError) {
        guard let account else { throw errors.unknown }
        guard !account.isDisabled else { throw .refused(.userDisabled) }
    }

    private func find(_ email: EmailAddress, in project: Project) async throws(AccountError) -> Account? {
        let found = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(named: [.email(email.text)], of: project.id)
        }
        return found.first
    }

    /// Returns the try as it was counted; nil where none is counted.
    private func check(
        _ password: String, of email: EmailAddress, hash: String?, from address: IPAddress?, errors: SignInErrors,
        in project: Project
    ) async throws(AccountError) -> PasswordTries.Counted? {
        let (salt, limits) = (
            ports.credentials.randomBytes(PasswordHash.saltLength), ports.credentials.passwords.limits
        )
        let isSuspect = ports.policy.limitsTries && limits.hasTried(from: address, at: ports.now())
        var counted: PasswordTries.Counted?
        let fits = try await ports.credentials.passwords.fits(
            password, hash: hash, salt: salt, turn: isSuspect ? .second : .first
        ) {
            () throws(AccountError) in
            guard ports.policy.limitsTries else { return }
            counted = try limits.take(of: email, in: project.id, from: address, at: ports.now())
        }
        guard fits else { throw errors.wrong }
        return counted
    }

    /// Where two meet: a sign-in and a change of the password, which ends older sessions.
    ///
    /// The change comes first: the account no longer has the hash that was tried, and the sign-in is refused. The
    /// sign-in comes first: the change ends its session, or what waits for a second factor.
    private func begin(
        _ tried: Account, errors: SignInErrors, in project: Project
    ) async throws(AccountError) -> FirstFactorOutcome {
        try await ports.passFirstFactor(of: tried.id, by: .password, in: project) { account throws(AccountError) in
            guard account.passwordHash == tried.passwordHash, account.email == tried.email else { throw errors.wrong }
            guard !account.isDisabled else { throw .refused(.userDisabled) }
        }
    }
}

/// The errors for a person who may not sign in.
private struct SignInErrors: Sendable {
    let areHidden: Bool

    var unknown: AccountError { .refused(areHidden ? .invalidLoginCredentials : .emailNotFound) }
    var wrong: AccountError { .refused(areHidden ? .invalidLoginCredentials : .invalidPassword) }
}
