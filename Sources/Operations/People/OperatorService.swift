import Synchronization
import VerificationCore

/// Knows who may sign in and who has, from memory: also while the database is away.
///
/// It reads the people and the sessions every two seconds. So a person who is removed is out within two seconds. While
/// the database is away, the operators and sessions that it read last still count. A session that begins then lives in
/// this process, and moves to the database when the database is back.
package final class OperatorService: Sendable {
    struct State {
        /// Nil until the people were read for the first time.
        var people: [OperatorName: StoredOperator]?
        var sessions: [[UInt8]: OperatorSession] = [:]
        /// Sessions of this process that the database does not have yet, with the person as it was then.
        var unsaved: [[UInt8]: (session: OperatorSession, changedAt: Timestamp)] = [:]
        /// Sessions that ended here, and that the database may still have.
        var ended: Set<[UInt8]> = []
        var wrongTries: [Guesser: SlotCounts] = [:]
        var refused = RefusedSignIns()
        var factors: [OperatorName: OperatorFactor] = [:]
        /// Of each person who has any, as the store has them, or as they were used here since.
        var securityKeys: [OperatorName: [SecurityKey]] = [:]
        /// Challenges for which keys were added here, until their life is over.
        var answeredChallenges: [KeyChallenge] = []
        var refusedKeys: [OperatorName: SlotCounts] = [:]
        /// Of each person's app, which began at this moment, the last step whose code was used here.
        var usedSteps: [OperatorName: [Timestamp: Int64]] = [:]
        /// Of each person's newest app that was tried here.
        var wrongCodes: [OperatorName: [Timestamp: SlotCounts]] = [:]
        /// When this process last saw a session's browser, where the database may not know it yet.
        var seen: [[UInt8]: Timestamp] = [:]
    }

    /// The tokens of no session that are ended with the next look at most; another process may have begun them just now.
    private static let mostUnknown = 32
    private static let pause = Duration.seconds(2)

    let store: any OperatorStore & OperatorFactorStore & SecurityKeyStore
    let audit: any AuditLog
    let now: @Sendable () -> Timestamp
    let random: @Sendable (Int) -> [UInt8]
    let policy: SecondFactorPolicy
    private let trials = PasswordTrials()
    /// Attackers who fill the other trials do not make known browsers wait.
    let trialsOfKnown = PasswordTrials()
    /// Takes the time of a real trial where there is no such person.
    private let nobody: PasswordHash
    let state = Mutex(State())

    /// - Parameters:
    ///   - store: the people, the sessions and the second factors.
    ///   - audit: where sign-ins are noted; a person can sign in also while it cannot be written.
    ///   - now: the store's clock, as far as this process knows it.
    ///   - random: so many random bytes, of a generator fit for secrets.
    ///   - policy: whether people prove a second factor.
    package init(
        store: any OperatorStore & OperatorFactorStore & SecurityKeyStore, audit: any AuditLog,
        now: @escaping @Sendable () -> Timestamp, random: @escaping @Sendable (Int) -> [UInt8],
        policy: SecondFactorPolicy = SecondFactorPolicy(.optional, keyRing: nil)
    ) {
        (self.store, self.audit, self.now, self.random) = (store, audit, now, random)
        self.policy = policy
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
        await tellRefusals()
        // While the store is away, the operators and sessions of the last look stay; the page says that the store is
        // away.
        // The sessions are read last: what begins or ends here meanwhile is not yet, or still, in what was read.
        guard let people = try? await store.operators(), let factors = try? await store.factors(),
            let keys = try? await store.securityKeys(), let sessions = try? await store.sessions()
        else { return }
        let byName = Dictionary(people.filter { !$0.isOff }.map { ($0.person.name, $0) }) { first, _ in first }
        state.withLock { state in
            state.people = byName
            state.factors = Dictionary(factors.map { ($0.name, $0) }) { first, _ in first }
            state.keep(keys)
            let stored = Dictionary(sessions.map { ($0.tokenHash, $0) }) { first, _ in first }
            state.sessions = stored.merging(state.unsaved.mapValues(\.session)) { first, _ in first }
                .filter { !state.ended.contains($0.key) }
        }
        await tellUse()
    }

    /// Who the browser with this token is; nil when it has no session, or the session is over.
    package func person(token: String) -> Operator? {
        let (hash, now) = (OperatorSession.hash(of: token), now())
        return state.withLock { state in
            guard let session = state.sessions[hash], session.endsAt > now,
                let person = state.people?[session.name]?.person
            else { return nil }
            state.seen[hash] = now
            return person
        }
    }

    /// Lets a person in whose password is right; takes about a third of a second.
    ///
    /// - Parameters:
    ///   - name: who the person says to be.
    ///   - password: what the person typed.
    ///   - browser: what the browser has kept since an operator signed in with it; nil for a new browser.
    ///   - client: where the person is, for the audit and the list of sessions.
    /// - Returns: what came of it; each refusal is in the audit, see `RefusedSignIns`.
    package func signIn(
        _ name: OperatorName, password: String, browser: String? = nil, from client: OperatorClient = .unknown
    ) async -> SignIn {
        let outcome = await tried(name, password: password, browser: browser, from: client)
        switch outcome {
        case .done(let person, _, _): await note(.signIn, of: person.name, as: .done, from: client)
        case .wrong, .tooMany:
            let isKnown = state.withLock { $0.people?[name] != nil }
            await refuse(isKnown ? name : nil, from: client)
        // Who gets so far knows the password.
        case .factor:
            await note(.signIn, of: name, as: .failed, on: "dashboard: password right, code asked", from: client)
        case .wrongCode, .wrongKey, .locked, .closed: break
        }
        return outcome
    }

    private func tried(
        _ name: OperatorName, password: String, browser: String?, from client: OperatorClient
    ) async -> SignIn {
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
        // A former version's command may have given a password to a person of the single sign-on.
        guard fits, let stored, stored.identity == nil else { return .wrong }
        let hasFactor = state.withLock { state in
            state.wrongTries[guesser] = nil
            return state.hasFactor(name)
        }
        if hasFactor, policy.mode != .off {
            return .factor(pending: PendingOperator(stored, endsAt: now() + PendingOperator.life).text)
        }
        let isIn = known ?? KnownBrowser(of: stored, random: random(KnownBrowser.idLength))
        return await begin(stored, in: isIn, from: client)
    }

    /// Ends the browser's session at once, in every process within two seconds.
    package func signOut(token: String, from client: OperatorClient = .unknown) async {
        let hash = OperatorSession.hash(of: token)
        if let person = person(token: token) { await note(.signOut, of: person.name, as: .done, from: client) }
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

    func begin(_ stored: StoredOperator, in browser: KnownBrowser, from client: OperatorClient) async -> SignIn {
        let token = OperatorSession.token(random: random(32))
        let session = OperatorSession(
            tokenHash: OperatorSession.hash(of: token), name: stored.person.name, beganAt: now(), client: client)
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
    func end(_ hash: [UInt8]) async -> Bool {
        // The same.
        guard (try? await store.end(tokenHash: hash)) != nil else { return false }
        state.withLock { _ = $0.ended.remove(hash) }
        return true
    }
}
