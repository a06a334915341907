import AccountCore
import Synchronization
import Testing
import VerificationCore

/// A store of accounts as several processes see it, with short names for what they do to it.
package struct AccountBench: Sendable {
    /// The same store, as each process sees it.
    package let stores: [any AccountStore]
    package let project: ProjectID
    /// A second project; neither knows of the other.
    package let other: ProjectID
    /// A whole second.
    package let now: Timestamp

    private let chance = UInt64.random(in: 0 ... .max)
    private let made = Counter()

    private final class Counter: Sendable {
        private let value = Mutex<UInt64>(0)

        func next() -> UInt64 {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }

    /// The projects have to be there, and empty.
    package init(stores: [any AccountStore], project: ProjectID, other: ProjectID, now: Timestamp) {
        (self.stores, self.project, self.other, self.now) = (stores, project, other, now.wholeSecond)
    }

    package var store: any AccountStore { stores[0] }

    /// The store as one of its processes sees it.
    package func store(_ number: Int) -> any AccountStore { stores[number % stores.count] }

    // MARK: Values

    /// An account that nothing but these names belongs to.
    package func account(
        _ id: String, phone: String? = nil, email: String? = nil, identity: (provider: String, rawID: String)? = nil
    ) throws -> Account {
        var account = Account(try #require(LocalID(id)), createdAt: now)
        (account.phone, account.email) = (phone, email)
        account.links = try identity.map { [ProviderLink(try provider($0.provider), rawID: $0.rawID)] } ?? []
        return account
    }

    /// The provider of this name.
    package func provider(_ text: String) throws -> ProviderID { try #require(ProviderID(text)) }

    /// A session with a new token.
    package func session(at moment: Timestamp? = nil, _ method: SignInMethod = SignInMethod(.phone)) -> RefreshSession {
        let number = made.next()
        let hash = [chance, number, 0, 0].flatMap { value in
            (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        return RefreshSession(tokenHash: hash, method: method, beganAt: moment ?? now)
    }

    /// A verification that nobody has used.
    package func verification() -> VerificationID { VerificationID(high: chance, low: made.next()) }

    /// A sign-in by phone, by default by a new code and without an ID token.
    package func attempt(
        _ phone: String, by proof: PhoneSignInAttempt.Proof? = nil, as current: LocalID? = nil,
        reauthenticates: Bool = false, at moment: Timestamp? = nil
    ) throws -> PhoneSignInAttempt {
        PhoneSignInAttempt(
            phone: phone, proof: proof ?? .code(verification()),
            current: current.map { PhoneSignInAttempt.Current(id: $0, tokenMadeAt: moment ?? now) },
            newID: try #require(LocalID("new-\(made.next())")), reauthenticates: reauthenticates,
            session: session(at: moment))
    }

    // MARK: Actions

    /// Adds an account whose names are free.
    @discardableResult
    package func add(
        _ account: Account, with session: RefreshSession? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Account {
        let conflict = try await store.add(account, with: session, to: project)
        #expect(conflict == nil, sourceLocation: sourceLocation)
        return session?.begun(by: account) ?? account
    }

    /// Changes an account of the first project.
    @discardableResult
    package func change(
        _ id: LocalID, with session: RefreshSession? = nil, process: Int = 0,
        _ change: @escaping @Sendable (inout AccountEdit) -> Void
    ) async throws(StoreError) -> AccountChange {
        try await store(process).change(id, of: project) { _ throws(AccountError) in
            var edit = AccountEdit()
            edit.session = session
            change(&edit)
            return edit
        }
    }

    /// The account with this id; nil without.
    package func account(_ id: LocalID) async throws -> Account? {
        try await store.accounts(named: [.id(id)], of: project).first
    }

    /// Signs in, and requires that it succeeds.
    package func signIn(
        _ attempt: PhoneSignInAttempt, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (account: Account, isNew: Bool) {
        let signedIn = try await store.signIn(attempt, of: project)
        let done = try #require(signedIn.done, "\(signedIn)", sourceLocation: sourceLocation)
        return (done.account, done.isNew)
    }

    /// Refreshes a session of the first project.
    package func refresh(
        _ session: RefreshSession, at moment: Timestamp? = nil, process: Int = 0
    ) async throws(StoreError) -> SessionRefresh {
        try await store(process).refresh(
            RefreshAttempt(tokenHash: session.tokenHash, at: moment ?? now), of: project)
    }

    /// Runs a call so many times at once, in turn by each process.
    package func atOnce<Value: Sendable>(
        _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for number in 0..<count { group.addTask { (number, try await call(number)) } }
            var values: [Int: Value] = [:]
            for try await (number, value) in group { values[number] = value }
            return values.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}

extension PhoneSignedIn {
    /// The account of a sign-in that was done.
    package var done: (account: Account, isNew: Bool)? {
        guard case .signedIn(let account, _, let isNew) = self else { return nil }
        return (account, isNew)
    }

    /// Whether another account has the number.
    package var isProof: Bool {
        if case .proof = self { return true }
        return false
    }
}

extension AccountEdit {
    /// An edit that begins a session, and changes nothing else.
    package init(beginning session: RefreshSession) {
        self.init()
        self.session = session
    }
}

extension AccountChange {
    /// The account as it is now; nil where nothing was changed.
    package var account: Account? {
        guard case .changed(let account, _) = self else { return nil }
        return account
    }
}

extension SessionRefresh {
    /// The account of a refresh that was answered.
    package var account: Account? {
        guard case .refreshed(let account, _) = self else { return nil }
        return account
    }

    /// The answer to a session that an edit of its account has ended.
    package static let ended = SessionRefresh.refused(.refused(.tokenExpired))
}
