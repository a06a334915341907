import AccountCore
import Synchronization
import VerificationCore

extension OperatorService {
    /// How many time steps before and after now a code may be of, because clocks differ.
    private static let adjacentSteps = 1

    /// How a person stands to an authenticator app.
    package enum FactorStanding: Sendable, Hashable {
        /// The installation asks for none, or this process cannot.
        case unavailable(String)
        case none
        case enrolled(since: Timestamp)
    }

    /// How a person stands to an authenticator app.
    package func factor(of person: Operator) -> FactorStanding {
        guard !comesBySignOn(person) else {
            return .unavailable(
                "You come in by single sign-on; its provider asks for a second factor, if it needs one.")
        }
        if let factor = state.withLock({ $0.factors[person.name] }) { return .enrolled(since: factor.enrolledAt) }
        switch (policy.mode, policy.keyRing) {
        case (.off, _): return .unavailable("This installation asks for no second factor.")
        case (_, nil):
            return .unavailable(
                "This dashboard has no code.keys, so it cannot keep the secret of an authenticator app.")
        case (.optional, _), (.required, _): return .none
        }
    }

    /// Whether the person has to get an app or a key before the person sees a page.
    package func mustEnroll(_ person: Operator) -> Bool {
        policy.mode == .required && !comesBySignOn(person) && state.withLock { !$0.hasFactor(person.name) }
    }

    /// A secret for an app that a person does not have yet; nothing is kept of it.
    package func newSecret(for person: Operator, keeping text: String?) -> FactorSecret {
        let kept = text.flatMap { Base64.decode($0) }.flatMap { $0.count == TOTP.secretLength ? $0 : nil }
        return FactorSecret(bytes: kept ?? random(TOTP.secretLength), name: person.name)
    }

    /// Gives a person the app, if its code is right; this code signs in to nothing afterwards.
    ///
    /// The person's other sessions end: they have not proved the app, and may be of somebody who knows the password.
    ///
    /// `token`: of the session that stays; nil to end all.
    package func enroll(
        _ secret: FactorSecret, code: String, for person: Operator, keeping token: String? = nil
    ) async throws(OperatorError) {
        switch factor(of: person) {
        case .unavailable(let why): throw .unusable(why)
        case .enrolled: throw .unusable("You have an authenticator app already. Remove it first.")
        case .none: break
        }
        let purpose = OperatorFactor.purpose(of: person.name)
        guard let sealed = policy.keyRing?.seal(secret.bytes, for: purpose) else {
            throw .unusable("The secret could not be sealed.")
        }
        let new = OperatorFactor(name: person.name, secret: sealed, usedStep: .min, enrolledAt: now())
        guard case .right(let step) = check(code, of: new, secret: secret.bytes) else { throw Self.wrongCode }
        let used = OperatorFactor(name: person.name, secret: sealed, usedStep: step, enrolledAt: new.enrolledAt)
        try await permits.perform(.changeOwnAccess, on: "second factor added", because: "", by: person) {
            () throws(OperatorError) in
            guard try await asked({ () throws(StoreError) in try await store.enroll(used) }) else {
                throw .unusable("You have an authenticator app already. Remove it first.")
            }
            return ""
        }
        await refresh()
        let kept = token.map(OperatorSession.hash)
        await forget(sessions(of: person).filter { $0.tokenHash != kept })
    }

    /// Takes the app from a person who proves it once more.
    package func removeFactor(code: String, of person: Operator) async throws(OperatorError) {
        guard let factor = state.withLock({ $0.factors[person.name] }) else {
            throw .unusable("You have no authenticator app.")
        }
        switch await proved(code, of: factor) {
        case .right: break
        case .wrong: throw Self.wrongCode
        case .tooMany(let wait): throw .unusable("Too many wrong codes. Try again in \(wait.components.seconds) s.")
        case .locked: throw .unusable("This dashboard lacks the key in code.keys that opens your second factor.")
        }
        let wasThere = try await permits.change(
            .changeOwnAccess, on: "second factor removed", because: "", by: person
        ) { () throws(StoreError) in try await store.removeFactor(of: person.name) }
        guard wasThere else { throw .unusable("You have no authenticator app.") }
        await refresh()
    }

    /// Lets a person in who has proved the password before, and proves the app now.
    ///
    /// - Parameters:
    ///   - pending: what `signIn` gave.
    ///   - code: as the person typed it.
    ///   - browser: what the browser has kept since an operator signed in with it; nil for a new browser.
    ///   - client: where the person is.
    /// - Returns: what came of it; each refusal is in the audit.
    package func finish(
        _ pending: String, code: String, browser: String? = nil, from client: OperatorClient = .unknown
    ) async -> SignIn {
        guard let stored = halfway(pending) else { return .wrong }
        let name = stored.person.name
        guard let factor = state.withLock({ $0.factors[name] }) else {
            // An admin may have removed the app since the password was proved; a key has to be proved nevertheless.
            guard state.withLock({ $0.hasFactor(name) }) else {
                return await entered(stored, in: browser, from: client)
            }
            await refuse(name, from: client)
            return .wrongCode
        }
        switch await proved(code, of: factor) {
        case .right: return await entered(stored, in: browser, from: client)
        case .wrong:
            await refuse(name, from: client)
            return .wrongCode
        case .tooMany(let wait):
            await refuse(name, from: client)
            return .tooMany(retryAfter: wait)
        case .locked: return .locked
        }
    }

    /// The person who has proved the password; nil for all else, and when that was too long ago.
    func halfway(_ pending: String) -> StoredOperator? {
        let people = state.withLock { $0.people ?? [:] }
        guard let pending = PendingOperator(text: pending, of: { people[$0] }), now() < pending.endsAt,
            let stored = people[pending.name], stored.identity == nil
        else { return nil }
        return stored
    }

    /// Begins a session of a person who has proved all that is asked for.
    func entered(
        _ stored: StoredOperator, in browser: String?, by way: String = "dashboard", from client: OperatorClient
    ) async -> SignIn {
        let known = browser.flatMap { KnownBrowser(text: $0, of: stored) }
        let isIn = known ?? KnownBrowser(of: stored, random: random(KnownBrowser.idLength))
        let outcome = await begin(stored, in: isIn, from: client)
        if case .done = outcome { await note(.signIn, of: stored.person.name, as: .done, on: way, from: client) }
        return outcome
    }

    private enum Proof {
        case right(step: Int64)
        case wrong
        case tooMany(Duration)
        /// This process lacks the key under which the secret is sealed.
        case locked
    }

    /// Uses a code up: in this process at once, and in the store, where it gives an answer.
    ///
    /// While the store is away, a code could be used once in each process; a person on call gets in then.
    private func proved(_ code: String, of factor: OperatorFactor) async -> Proof {
        guard let secret = policy.keyRing?.open(factor.secret, for: OperatorFactor.purpose(of: factor.name)) else {
            return .locked
        }
        let proof = check(code, of: factor, secret: secret)
        guard case .right(let step) = proof else { return proof }
        do { return try await store.use(step: step, of: factor.name) ? proof : .wrong } catch {
            switch error {
            case .unavailable, .inDoubt: return proof
            // The store is there, and does not use the code up: for example, a right is missing.
            case .locked, .busy, .unfit, .unreadable, .keyMissing, .broken: return .wrong
            }
        }
    }

    /// Looks at a code, and counts it; of many at once, each is counted before the next.
    private func check(_ code: String, of factor: OperatorFactor, secret: [UInt8]) -> Proof {
        let now = now()
        return state.withLock { state in
            let usedStep = max(factor.usedStep, state.usedSteps[factor.name]?[factor.enrolledAt] ?? .min)
            var app = TOTPFactor(secret: factor.secret, usedStep: usedStep)
            // A new app begins anew: the former app's wrong codes, perhaps of a thief, are over with it.
            app.wrongTries = state.wrongCodes[factor.name]?[factor.enrolledAt] ?? SlotCounts()
            if let wait = app.wrongTries.wait(for: TOTPFactor.limits, at: now) { return .tooMany(wait.until - now) }
            switch app.check(code, at: now, adjacentSteps: Self.adjacentSteps, secret: secret) {
            case .right(let app):
                state.usedSteps[factor.name] = [factor.enrolledAt: app.usedStep]
                return .right(step: app.usedStep)
            case .wrong(let app):
                state.wrongCodes[factor.name] = [factor.enrolledAt: app.wrongTries]
                return .wrong
            case .tooMany: return .tooMany(.seconds(60))
            }
        }
    }

    private static let wrongCode = OperatorError.unusable(
        "The code is wrong, or was used before. Wait for the next code.")
}
