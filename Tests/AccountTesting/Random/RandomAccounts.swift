import AccountCore
import Testing
import VerificationCore
import VerificationTesting

/// People and administrators who use a store of accounts at random.
///
/// The seed decides everything: with two stores that keep the same promises, each step returns the same words.
package struct RandomAccounts {
    private let store: any AccountStore
    private let projects: [ProjectID]
    private var random: SeededRandom
    private var now: Timestamp
    private var made: UInt64 = 0
    private var newIDs: [LocalID] = []
    private var sessions: [RefreshSession] = []
    private var verifications: [VerificationID] = []

    private let ids = ["ann", "Ben", "carl", "Dora", "\u{E9}mil", "fay"].compactMap(LocalID.init)
    private let phones = (1...4).map { "+1415555010\($0)" }
    private let emails = ["ann@shop.test", "Ben@shop.test", "carl@shop.test"]
    private let providers = ["x.test", "y.test"].compactMap(ProviderID.init)
    private let rawIDs = ["1", "2"]

    /// `projects`: two projects of the store, which are empty.
    package init(seed: UInt64, store: any AccountStore, projects: [ProjectID], now: Timestamp) {
        (self.store, self.projects, self.now) = (store, projects, now)
        random = SeededRandom(seed: seed)
    }

    /// Does one random thing; returns in words what it was, and what the store answered.
    package mutating func step() async throws -> String {
        now = now + .microseconds(Int64.random(in: 0...1_500_000, using: &random))
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<20: try await signIn()
        case 20..<30: try await signInByIdentity()
        case 30..<40: try await add()
        case 40..<62: try await change()
        case 62..<70: try await replace()
        case 70..<75: try await delete()
        case 75..<76: try await deleteAll()
        case 76..<92: try await refresh()
        case _: try await find()
        }
    }

    /// All accounts, in words.
    package func accounts() async throws -> String {
        var words = ""
        for project in projects {
            words += "\(project): \(try await store.accounts(after: nil, limit: 1_000, of: project))\n"
        }
        return words
    }

    /// Refreshes every session that there was; returns the answers in words.
    package mutating func refreshAll() async throws -> String {
        var words = ""
        for session in sessions {
            for project in projects {
                let attempt = RefreshAttempt(tokenHash: session.tokenHash, at: now)
                words += "\(try await store.refresh(attempt, of: project))\n"
            }
        }
        return words
    }

    // MARK: The commands

    private mutating func signIn() async throws -> String {
        let (project, session) = (project(), session())
        let attempt = PhoneSignInAttempt(
            phone: pick(phones), proof: proof(),
            current: chance(2) ? nil : PhoneSignInAttempt.Current(id: id(), tokenMadeAt: moment()), newID: newID(),
            reauthenticates: chance(5), session: session)
        return "sign in \(attempt) to \(project): \(try await store.signIn(attempt, of: project))"
    }

    private mutating func signInByIdentity() async throws -> String {
        let (project, session) = (project(), session())
        var identity = ProvenIdentity(link(pick(providers)), federatedID: "1")
        identity.isEmailVerified = chance(2)
        identity.uses = chance(2) ? [] : [proof().use]
        let attempt = IdentitySignInAttempt(
            identity: try identity.fitted(),
            current: chance(2) ? nil : IdentitySignInAttempt.Current(id: id(), tokenMadeAt: moment()), newID: newID(),
            reauthenticates: chance(5), keepsEmailsApart: !chance(5), session: session)
        let answer = try await store.carryOut(attempt.attempt, of: project)
        return "sign in \(identity.link) as \(String(describing: attempt.current)) to \(project): \(answer)"
    }

    private mutating func add() async throws -> String {
        let (project, account, session) = (project(), account(), chance(2) ? session() : nil)
        return "add \(account): \(String(describing: try await store.add(account, with: session, to: project)))"
    }

    private mutating func change() async throws -> String {
        let (project, id, session) = (project(), id(), chance(3) ? session() : nil)
        var (edit, isRefused) = (edit(), chance(8))
        edit.session = session
        let change = try await store.change(id, of: project) { [edit, isRefused] account throws(AccountError) in
            if isRefused || account.isDisabled && edit.isDisabled == nil { throw .refused(.userDisabled) }
            return edit
        }
        return "change \(id) of \(project) by \(edit): \(change)"
    }

    private mutating func replace() async throws -> String {
        let project = project()
        let accounts = (0..<Int.random(in: 1...4, using: &random)).map { _ in account() }
        return "import \(accounts) to \(project): \(try await store.replace(accounts, of: project))"
    }

    private mutating func delete() async throws -> String {
        let (project, ids, onlyDisabled) = (project(), Set((0..<2).map { _ in id() }), chance(2))
        let answer = try await store.delete(ids, onlyDisabled: onlyDisabled, of: project)
        return "delete \(ids.sorted()): \(answer.deleted.sorted()), not \(answer.enabled.sorted())"
    }

    private mutating func deleteAll() async throws -> String {
        let project = project()
        try await store.deleteAll(of: project)
        return "delete all of \(project)"
    }

    private mutating func refresh() async throws -> String {
        guard let session = sessions.suffix(20).randomElement(using: &random) else { return "refresh nothing" }
        let project = project()
        let refresh = try await store.refresh(
            RefreshAttempt(tokenHash: session.tokenHash, at: now), of: project)
        return "refresh \(session) of \(project): \(refresh)"
    }

    private mutating func find() async throws -> String {
        let project = project()
        let names = Set((0..<Int.random(in: 0...3, using: &random)).flatMap { _ in account().names })
        let found = try await store.accounts(named: names, of: project)
        let (last, limit) = (chance(3) ? nil : id(), Int.random(in: 1...3, using: &random))
        let page = try await store.accounts(after: last, limit: limit, of: project)
        return "find \(found), \(limit) after \(last?.text ?? ""): \(page.map(\.id))"
    }

    // MARK: Chance

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private mutating func project() -> ProjectID { chance(4) ? projects[1] : projects[0] }

    private mutating func moment() -> Timestamp { now - .seconds(Int64.random(in: 0...3, using: &random)) }

    private mutating func next() -> UInt64 {
        made += 1
        return made
    }

    /// The name of an account that may be there, or has been made by a sign-up.
    private mutating func id() -> LocalID { pick(chance(3) && !newIDs.isEmpty ? newIDs.suffix(6) : ids) }

    private mutating func newID() -> LocalID {
        let id = LocalID(random: bytes(LocalID.randomLength))
        newIDs.append(id)
        return id
    }

    private mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private mutating func session() -> RefreshSession {
        let factor = SignInMethod.SecondFactor(.phone, enrollmentID: "factor")
        let method = SignInMethod(pick([.phone, .password, .custom]), secondFactor: chance(3) ? factor : nil)
        let session = RefreshSession(tokenHash: bytes(32), method: method, beganAt: now)
        sessions.append(session)
        return session
    }

    private mutating func proof() -> PhoneSignInAttempt.Proof {
        if chance(4), let owner = ids.randomElement(using: &random) {
            return .earlier(owner, use: VerificationID(high: random.next(), low: next()))
        }
        if chance(4), let used = verifications.randomElement(using: &random) { return .code(used) }
        let verification = VerificationID(high: random.next(), low: next())
        verifications.append(verification)
        return .code(verification)
    }

    private mutating func account() -> Account {
        let age = Duration.microseconds(Int64.random(in: 0...9_999_999, using: &random))
        var account = Account(id(), createdAt: now - age)
        account.phone = chance(2) ? nil : pick(phones)
        account.email = chance(2) ? nil : pick(emails)
        account.passwordHash = chance(2) ? nil : "hash"
        account.displayName = chance(2) ? nil : random.text(upTo: 6)
        account.isDisabled = chance(4)
        account.customClaims = chance(3) ? try? CustomClaims(#"{"level": \#(next())}"#) : nil
        if chance(4) { account.factors = [SecondFactor("factor", kind: .phone(pick(phones)), enrolledAt: now)] }
        for provider in providers where chance(3) { account.links.append(link(provider)) }
        if chance(2) { account.links.reverse() }
        return account
    }

    private mutating func link(_ provider: ProviderID) -> ProviderLink {
        ProviderLink(
            provider, rawID: pick(rawIDs), displayName: chance(2) ? nil : random.text(upTo: 4),
            email: chance(2) ? nil : pick(emails))
    }

    private mutating func edit() -> AccountEdit {
        var edit = AccountEdit()
        if chance(3) { edit.phone = chance(3) ? .clear : .set(pick(phones)) }
        if chance(3) { edit.email = chance(3) ? .clear : .set(pick(emails)) }
        if chance(4) { edit.isEmailVerified = chance(2) }
        if chance(3) { edit.displayName = chance(3) ? .clear : .set(random.text(upTo: 6)) }
        if chance(4) { edit.isDisabled = chance(2) }
        if chance(4) { edit.validSince = moment() }
        if chance(3) { edit.linked = link(pick(providers)) }
        if chance(4) { edit.unlinked = [pick(providers)] }
        return edit
    }
}
