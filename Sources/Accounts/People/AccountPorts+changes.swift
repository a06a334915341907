import AccountCore
import VerificationCore

extension AccountPorts {
    /// The account of an ID token that is still good.
    func account(of token: ReadToken, in project: Project) async throws(WireError) -> Account {
        let found = try await asking { () throws(StoreProblem) in
            try await accounts.accounts(named: [.id(token.id)], of: project.id)
        }
        return try TokenCheck.check(found.first, madeAt: token.madeAt)
    }

    /// A session that begins now, and its refresh token; the store begins it with a change of its account.
    func newSession(
        _ method: SignInMethod, claims: CustomClaims? = nil, at now: Timestamp
    ) -> (token: RefreshToken, session: RefreshSession) {
        let token = RefreshToken(random: randomBytes(RefreshToken.randomLength))
        return (token, RefreshSession(tokenHash: token.hash, method: method, beganAt: now, claims: claims))
    }

    /// Adds an account; throws the wire's word when another account has one of its names.
    func add(
        _ account: Account, with session: RefreshSession?, to project: Project
    ) async throws(WireError) {
        let conflict = try await asking { () throws(StoreProblem) in
            try await accounts.add(account, with: session, to: project.id)
        }
        if let conflict { throw conflict.error }
    }

    /// Changes an account; throws the wire's word when nothing was changed.
    func change(
        _ id: LocalID, in project: Project, with session: RefreshSession?,
        _ decide: @escaping @Sendable (Account) throws(WireError) -> AccountEdit
    ) async throws(WireError) -> Account {
        let change = try await asking { () throws(StoreProblem) in
            try await accounts.change(id, of: project.id, with: session, decide)
        }
        switch change {
        case .changed(let account): return account
        case .taken(let conflict): throw conflict.error
        case .refused(let error): throw error
        case .gone: throw .refused(.userNotFound)
        }
    }

    /// What is kept of a new password; throws for a password that is too short.
    func passwordHash(of password: String?) async throws(WireError) -> String? {
        guard let password else { return nil }
        try PasswordPolicy.check(password)
        return try await passwords.hash(of: password, salt: randomBytes(PasswordHash.saltLength))
    }
}
