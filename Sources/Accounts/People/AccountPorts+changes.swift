import AccountCore
import VerificationCore

extension AccountPorts {
    /// The account of an ID token that is still good.
    func account(of token: ReadToken, in project: Project) async throws(AccountError) -> Account {
        let found = try await asking { () throws(StoreError) in
            try await accounts.accounts(named: [.id(token.id)], of: project.id)
        }
        return try TokenCheck.check(found.first, madeAt: token.madeAt)
    }

    /// Adds an account; throws an `AccountError` if another account has one of its names.
    func add(
        _ account: Account, with session: RefreshSession?, to project: Project
    ) async throws(AccountError) {
        let conflict = try await asking { () throws(StoreError) in
            try await accounts.add(account, with: session, to: project.id)
        }
        if let conflict { throw conflict.error }
    }

    /// Changes an account; throws an `AccountError` if the store has changed nothing.
    func change(
        _ id: LocalID, in project: Project,
        _ decide: @escaping @Sendable (Account) throws(AccountError) -> AccountEdit
    ) async throws(AccountError) -> (account: Account, session: RefreshSession?) {
        let change = try await asking { () throws(StoreError) in
            try await accounts.change(id, of: project.id, decide)
        }
        switch change {
        case .changed(let account, let session): return (account, session)
        case .taken(let conflict): throw conflict.error
        case .refused(let error): throw error
        case .gone: throw .refused(.userNotFound)
        }
    }

    /// The second factors that a caller wants an account to have; nil where the caller names none.
    func factors(
        _ wanted: [WantedFactor]?, insteadOf present: [SecondFactor] = []
    ) throws(AccountError) -> [SecondFactor]? {
        guard let wanted else { return nil }
        return try wanted.factors(insteadOf: present, at: now()) { text throws(AccountError) in
            try policy.phones.accountNumber(text)
        }
    }

    /// The same for an account that a call makes: its factors have names that nobody can guess.
    func newFactors(_ wanted: [WantedFactor]?) throws(AccountError) -> [SecondFactor]? {
        try factors(wanted?.renamed { credentials.newID().text })
    }

    /// Changes an account, and begins a session of it at the moment of the change, which `decide` hears.
    ///
    /// `authTime`: nil where the person has just proved who they are.
    func signIn(
        to id: LocalID, by method: SignInMethod, claims: CustomClaims? = nil, authTime: Timestamp? = nil,
        in project: Project,
        _ decide: @escaping @Sendable (Account, Timestamp) throws(AccountError) -> AccountEdit
    ) async throws(AccountError) -> SignedIn {
        let token = credentials.newRefreshToken()
        let (account, session) = try await change(id, in: project) { account throws(AccountError) in
            let now = now()
            var edit = try decide(account, now)
            edit.lastSignInAt = now
            edit.session = token.session(method, claims: claims, authTime: authTime, at: now)
            return edit
        }
        guard let session else { throw .internalError }
        return try await signedIn(
            account, session: session, token: token, isNew: false, in: project, at: session.beganAt)
    }
}

extension PhoneNumberParser {
    /// The number of an account as it is kept, E.164; throws an `AccountError` for a text that can be no number.
    ///
    /// An account's number need not be able to get SMS. So a number that no numbering plan has is taken too, where it
    /// has the form of a number.
    func accountNumber(_ text: String) throws(AccountError) -> String {
        do throws(PhoneNumberError) {
            return try parse(text).e164
        } catch {
            guard error.isOfPlan, let number = PastedText.numberOfNoPlan(text) else {
                throw .refused(.invalidPhoneNumber, error.wireWords)
            }
            return number
        }
    }
}

extension PhoneNumberError {
    /// Whether only the numbering plans speak against the number, and not its form.
    fileprivate var isOfPlan: Bool {
        switch self {
        case .unknownCallingCode, .impossible: true
        case .malformed, .tooShort, .tooLong: false
        }
    }
}
