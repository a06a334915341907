import Synchronization
import VerificationCore

/// Knows who may sign in and who has, from memory: also while the database is away.
///
/// It reads the people and the sessions every two seconds. So a person who is removed is out within two seconds. While
/// the database is away, the operators and sessions that it read last still count. A session that begins then lives in
/// this process, and moves to the database when the database is back.
package final class OperatorService: Sendable {
    private struct State {
        /// Nil until the people were read for the first time.
        var people: [OperatorName: StoredOperator]?
        var sessions: [[UInt8]: OperatorSession] = [:]
        /// Sessions of this process that the database does not have yet, with the person as it was then.
        var unsaved: [[UInt8]: (session: OperatorSession, changedAt: Timestamp)] = [:]
        /// Sessions that ended here, and that the database may still have.
        var ended: Set<[UInt8]> = []
        var wrongTries: [Guesser: SlotCounts] = [:]
    }

    /// Who tries passwords for a name: a browser that the person has used before, or all others together.
    private struct Guesser: Hashable {
        let name: OperatorName
        let browser: KnownBrowser?
    }

    /// Wrong passwords of a guesser; beyond them the guesser does not get in, also with the right password.
    private static let wrongPasswords = [RateLimit(10, per: .seconds(600))]
    /// The guessers whose wrong passwords are counted at once; at this many, all counts are forgotten.
    private static let mostGuessers = 1_000
    /// The tokens of no session that are ended with the next look at most; another process may have begun them just now.
    private static let mostUnknown = 32
    private static let pause = Duration.seconds(2)

    private let store: any OperatorStore
    private let audit: any AuditLog
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable (Int) -> [UInt8]
    private let trials = PasswordTrials()
    /// Attackers who fill the other trials do not make known browsers wait.
    private let trialsOfKnown = PasswordTrials()
    /// Takes the time of a real trial where there is no such person.
    private let nobody: PasswordHash
    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: the people and the sessions.
    ///   - audit: where sign-ins are noted; a person can sign in also while it cannot be written.
    ///   - now: the store's clock, as far as this process knows it.
    ///   - random: so many random bytes, of a generator fit for secrets.
    package init(
        store: any OperatorStore, audit: any AuditLog, now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        (self.store, self.audit, self.now, self.random) = (store, audit, now, random)
        nobody = PasswordHash(fittingNobodyWith: random(PasswordHash.saltLength))
    }

    /// Whether any person may sign in: before an operator is made, the dashboard shows nothing.
    package var isOpen: Bool { state.withLock { $0.people?.isEmpty == false } }

    /// Follows the store until the task is cancelled.
    package func follow(pause: (Duration) async -> Void) async {
        while !Task.isCancelled {
            await refresh()
            await pause(Self.pause)
        }
    }

    /// Reads everything once; while the store gives no answer, everything stays as it was.
    package func refresh() async {
        await settle()
        // While the store is away, the operators and sessions of the last look stay; the page says that the store is
        // away.
        guard let people = try? await store.operators(), let sessions = try? await store.sessions() else { return }
        let byName = Dictionary(people.map { ($0.person.name, $0) }) { first, _ in first }
        state.withLock { state in
            state.people = byName
            let stored = Dictionary(sessions.map { ($0.tokenHash, $0) }) { first, _ in first }
            state.sessions = stored.merging(state.unsaved.mapValues(\.session)) { first, _ in first }
                .filter { !state.ended.contains($0.key) }
        }
    }

    /// Who the browser with this token is; nil when it has no session, or the session is over.
    package func person(token: String) -> Operator? {
        let (hash, now) = (OperatorSession.hash(of: token), now())
        return state.withLock { state in
            guard let session = state.sessions[hash], session.endsAt > now else { return nil }
            return state.people?[session.name]?.person
        }
    }

    /// Lets a person in whose password is right; takes about a third of a second.
    ///
    /// `browser`: what the browser has kept since an operator signed in with it; nil for a new browser.
    package func signIn(_ name: OperatorName, password: String, browser: String? = nil) async -> SignIn {
        let stored = state.withLock { $0.people?[name] }
        let known = stored.flatMap { somebody in browser.flatMap { KnownBrowser(text: $0, of: somebody) } }
        guard isOpen else { return .closed }
        let guesser: Guesser
        switch takeTry(of: name, by: known) {
        case .success(let taken): guesser = taken
        case .failure(let wait): return .tooMany(retryAfter: wait.duration)
        }
        let trials = guesser.browser == nil ? trials : trialsOfKnown
        guard let fits = await trials.fits(password, hash: stored?.password ?? nobody) else {
            return .tooMany(retryAfter: .seconds(5))
        }
        guard fits, let stored else {
            // An attacker can type any number of names that no operator has, and they would fill the audit.
            if stored != nil { await note(.signIn, of: name, as: .failed) }
            return .wrong
        }
        state.withLock { $0.wrongTries[guesser] = nil }
        let outcome = await begin(stored, in: known ?? KnownBrowser(of: stored, random: random(KnownBrowser.idLength)))
        if case .done = outcome { await note(.signIn, of: name, as: .done) }
        return outcome
    }

    /// Ends the browser's session at once, in every process within two seconds.
    package func signOut(token: String) async {
        let hash = OperatorSession.hash(of: token)
        if let person = person(token: token) { await note(.signOut, of: person.name, as: .done) }
        let isKnown = state.withLock { state in
            let isKnown = state.sessions[hash] != nil || state.unsaved[hash] != nil
            state.sessions[hash] = nil
            state.unsaved[hash] = nil
            // An attacker who makes tokens up costs a little memory, and a few questions at the next look.
            if isKnown || state.ended.count < Self.mostUnknown { state.ended.insert(hash) }
            return isKnown
        }
        if isKnown { _ = await end(hash) }
    }

    private func begin(_ stored: StoredOperator, in browser: KnownBrowser) async -> SignIn {
        let token = OperatorSession.token(random: random(32))
        let session = OperatorSession(
            tokenHash: OperatorSession.hash(of: token), name: stored.person.name, beganAt: now())
        state.withLock { state in
            state.sessions[session.tokenHash] = session
            state.unsaved[session.tokenHash] = (session, stored.changedAt)
        }
        _ = await save(session, knowing: stored.changedAt)
        // The person may have been removed or changed while the password was tried.
        return person(token: token) == nil ? .wrong : .done(stored.person, token: token, browser: browser)
    }

    /// Tells the store of sessions that began and ended here while it was away.
    private func settle() async {
        let (unsaved, ended) = state.withLock { ($0.unsaved, $0.ended) }
        for begun in unsaved.values where await !save(begun.session, knowing: begun.changedAt) { return }
        for hash in ended where await !end(hash) { return }
    }

    /// False when the store gives no answer; then the next look tells it.
    private func save(_ session: OperatorSession, knowing changedAt: Timestamp) async -> Bool {
        // The next look tells it.
        guard let isKept = try? await store.begin(session, knowing: changedAt) else { return false }
        state.withLock { state in
            state.unsaved[session.tokenHash] = nil
            if !isKept { state.sessions[session.tokenHash] = nil }
        }
        return true
    }

    /// The same for a session that ended.
    private func end(_ hash: [UInt8]) async -> Bool {
        // The same.
        guard (try? await store.end(tokenHash: hash)) != nil else { return false }
        state.withLock { _ = $0.ended.remove(hash) }
        return true
    }

    private func note(_ action: OperatorAction, of name: OperatorName, as result: AuditEntry.Result) async {
        // Operators come in to see why the database is away.
        try? await audit.note(AuditEntry(actor: name.text, action: action, subject: "dashboard", result: result))
    }

    /// Counts a try before the password is tried, because many may be tried at once.
    ///
    /// A known browser without tries is as good as a new browser: a thief of its cookie does not keep its owner out.
    private func takeTry(of name: OperatorName, by browser: KnownBrowser?) -> Result<Guesser, Wait> {
        let now = now()
        let guessers = (browser.map { [Guesser(name: name, browser: $0)] } ?? []) + [Guesser(name: name, browser: nil)]
        return state.withLock { state in
            var shortest: Duration?
            for guesser in guessers {
                guard let wait = state.wrongTries[guesser]?.wait(for: Self.wrongPasswords, at: now) else {
                    if state.wrongTries.count >= Self.mostGuessers { state.wrongTries = [:] }
                    state.wrongTries[guesser, default: SlotCounts()].count(in: Self.wrongPasswords, at: now)
                    return .success(guesser)
                }
                shortest = min(shortest ?? wait.until - now, wait.until - now)
            }
            return .failure(Wait(duration: shortest ?? .zero))
        }
    }

    private struct Wait: Error {
        let duration: Duration
    }
}

/// What came of a try to sign in.
package enum SignIn: Sendable, Hashable {
    /// `token` and `browser` belong into cookies of the browser, and nowhere else.
    case done(Operator, token: String, browser: KnownBrowser)
    /// The name or the password is wrong; the caller does not learn which of them.
    case wrong
    /// Too many wrong passwords for this name by browsers like this, or too many people sign in at this moment.
    case tooMany(retryAfter: Duration)
    /// No person may sign in yet: no operator has been made, or this process has not read them.
    case closed
}
