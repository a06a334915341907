import Synchronization
import VerificationCore

extension OperatorService {
    /// The site whose keys work for a browser; nil where the settings name none, and the browser is on another machine.
    ///
    /// `authority`: what the browser says that it has called. It counts only for `localhost`, and only without a setting.
    package func keySite(for authority: String?) -> KeySite? {
        policy.site ?? authority.flatMap(KeySite.init(loopback:))
    }

    /// Why a person can add no key; nil where the person can.
    package func whyNoNewKey(of person: Operator, at site: KeySite?) -> String? {
        if comesBySignOn(person) { return "You come by single sign-on, whose provider asks for second factors." }
        switch policy.mode {
        case .off: return "This installation asks for no second factor."
        case .optional, .required: break
        }
        guard site != nil else {
            return
                "Security keys need the setting dashboard.url, or this page at localhost: a key signs for one host name, "
                + "and this dashboard does not know its own."
        }
        return securityKeys(of: person).count < SecurityKey.most
            ? nil : "You have \(SecurityKey.most) security keys. Remove one first."
    }

    /// A person's security keys, the first one first.
    package func securityKeys(of person: Operator) -> [SecurityKey] {
        state.withLock { $0.securityKeys[person.name] ?? [] }
    }

    /// What a browser asks a new key for; nil where the person is gone.
    package func newKeyRequest(for person: Operator, at site: KeySite) -> KeyRequest? {
        state.withLock { $0.people?[person.name] }.map { self.request(.create, of: $0, at: site) }
    }

    /// Gives a person another key, for the person's password.
    ///
    /// The person's other sessions end: they have not proved the key, and may be of somebody who knows the password.
    ///
    /// - Parameters:
    ///   - answer: what the browser has answered to a `KeyRequest`.
    ///   - challenge: the request's challenge, as the form has kept it.
    ///   - label: what the person calls the key.
    ///   - password: as the person typed it.
    ///   - person: who asks, with a session.
    ///   - site: where the person's browser is.
    ///   - token: of the session that stays; nil to end all.
    /// - Throws: why there is no new key.
    package func addSecurityKey(
        _ answer: String, to challenge: String, called label: String, password: String, of person: Operator,
        at site: KeySite?, keeping token: String?
    ) async throws(OperatorError) {
        if let why = whyNoNewKey(of: person, at: site) { throw .unusable(why) }
        guard let site else { return }
        guard (1...SecurityKey.longestLabel).contains(label.unicodeScalars.count),
            !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .unusable("A key's name has 1 to \(SecurityKey.longestLabel) characters, in one line.") }
        guard !answer.isEmpty else {
            throw .unusable("Your browser has asked no key. It needs JavaScript, and a connection by HTTPS.")
        }
        try await permits.perform(.changeOwnAccess, on: "security key added: \(label)", because: "", by: person) {
            () throws(OperatorError) in
            let stored = try await proved(password, of: person)
            let key = try key(in: answer, to: challenge, called: label, of: stored, at: site)
            guard try await asked({ () throws(StoreError) in try await store.add(key) }) else {
                throw .unusable("This key is known already, or you have \(SecurityKey.most) keys.")
            }
            return ""
        }
        await refresh()
        let kept = token.map(OperatorSession.hash)
        await forget(sessions(of: person).filter { $0.tokenHash != kept })
    }

    /// Takes a key from a person, for the person's password.
    ///
    /// `id`: as `SecurityKey.shortID` has it.
    package func removeSecurityKey(
        _ id: String, password: String, of person: Operator
    ) async throws(OperatorError) {
        guard let key = securityKeys(of: person).first(where: { $0.shortID == id }) else {
            throw .unusable("You have no such key.")
        }
        let subject = "security key removed: \(key.label)"
        try await permits.perform(.changeOwnAccess, on: subject, because: "", by: person) { () throws(OperatorError) in
            _ = try await proved(password, of: person)
            let wasThere = try await asked { () throws(StoreError) in
                try await store.removeSecurityKey(key.id, of: person.name)
            }
            return wasThere ? "" : nil
        }
        await refresh()
    }

    func request(_ kind: KeyRequest.Kind, of stored: StoredOperator, at site: KeySite) -> KeyRequest {
        let purpose = kind == .create ? KeyChallenge.Purpose.adding : .signIn
        let challenge = KeyChallenge(for: stored, to: purpose, random: random(KeyChallenge.length), at: now())
        let known = securityKeys(of: stored.person).filter { $0.site == site.id }.map(\.id)
        return KeyRequest(kind: kind, site: site, challenge: challenge, name: stored.person.name, known: known)
    }

    private func key(
        in answer: String, to challenge: String, called label: String, of stored: StoredOperator, at site: KeySite
    ) throws(OperatorError) -> SecurityKey {
        let now = now()
        do throws(KeyRefusal) {
            let challenge = KeyChallenge(text: challenge, for: stored, to: .adding, at: now)
            guard let challenge, use(challenge, at: now) else { throw .otherChallenge }
            let (key, counter) = try AddedKey(answer).key(for: challenge, at: site)
            return SecurityKey(
                id: key.id, name: stored.person.name, label: label, site: site.id, publicKey: key.publicKey,
                counter: counter, createdAt: now)
        } catch {
            throw .unusable("The key is not taken: \(error.words).")
        }
    }

    /// Uses a challenge for a new key up in this process; false where it was used before.
    private func use(_ challenge: KeyChallenge, at now: Timestamp) -> Bool {
        state.withLock { state in
            state.answeredChallenges.removeAll { now >= $0.at + KeyChallenge.life }
            guard !state.answeredChallenges.contains(challenge) else { return false }
            state.answeredChallenges.append(challenge)
            return true
        }
    }

    /// The person, if this is the person's password.
    private func proved(_ password: String, of person: Operator) async throws(OperatorError) -> StoredOperator {
        guard let stored = state.withLock({ $0.people?[person.name] }) else {
            throw .nothing("operator \(person.name)")
        }
        let guesser = Guesser(name: person.name, browser: nil, hasSession: true)
        if case .failure(let wait) = takeTry(by: [guesser]) {
            throw .unusable("Too many wrong passwords. Try again in \(wait.duration.components.seconds) s.")
        }
        guard let fits = await trialsOfKnown.fits(password, hash: stored.password) else {
            throw .unusable("Many people sign in at this moment. Try again.")
        }
        guard fits else { throw .unusable("The password is wrong.") }
        state.withLock { $0.wrongTries[guesser] = nil }
        return stored
    }
}

extension OperatorService.State {
    /// Whether a person has an app or a key.
    func hasFactor(_ name: OperatorName) -> Bool { factors[name] != nil || securityKeys[name] != nil }

    /// Takes the keys over as the store has them.
    ///
    /// What was used here while the store was away stays used.
    mutating func keep(_ stored: [SecurityKey]) {
        let keys = stored.map { key in
            let own = securityKeys[key.name]?.first { $0.id == key.id && $0.createdAt == key.createdAt }
            guard let usedAt = own?.usedAt, let counter = own?.counter else { return key }
            return key.used(challenge: usedAt, counter: counter) ?? key
        }
        securityKeys = Dictionary(grouping: keys, by: \.name)
    }
}
