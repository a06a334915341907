import Synchronization
import VerificationCore

extension OperatorService {
    /// The wrong answers of keys that leave a line each in the audit; later ones are counted there.
    private static let refusedKeys = [RateLimit(10, per: .seconds(600))]

    /// What a person may prove who has proved the password; nil where `pending` proves no password.
    ///
    /// `pending`: what `signIn` gave; `site`: where the person's browser is.
    package func secondStep(_ pending: String, at site: KeySite?) -> SecondStep? {
        guard let stored = halfway(pending) else { return nil }
        let (keys, hasApp) = state.withLock { state in
            (state.securityKeys[stored.person.name] ?? [], state.factors[stored.person.name] != nil)
        }
        let others = Set(keys.map(\.site).filter { $0 != site?.id }).sorted()
        let asked = site.map { request(.sign, of: stored, at: $0) }
        return SecondStep(takesCode: hasApp, request: asked?.known.isEmpty == false ? asked : nil, otherSites: others)
    }

    /// Lets a person in who has proved the password before, and proves a security key now.
    ///
    /// - Parameters:
    ///   - pending: what `signIn` gave.
    ///   - answer: what the browser has answered to the `KeyRequest` of `secondStep`.
    ///   - challenge: the request's challenge, as the form has kept it.
    ///   - site: where the person's browser is.
    ///   - browser: what the browser has kept since an operator signed in with it; nil for a new browser.
    ///   - client: where the person is.
    /// - Returns: what came of it; each refusal is in the audit.
    package func finish(
        _ pending: String, key answer: String, to challenge: String, at site: KeySite?, browser: String? = nil,
        from client: OperatorClient = .unknown
    ) async -> SignIn {
        guard let stored = halfway(pending) else { return .wrong }
        // An admin may have removed all factors since the password was proved.
        guard state.withLock({ $0.hasFactor(stored.person.name) }) else {
            return await entered(stored, in: browser, from: client)
        }
        do throws(KeyRefusal) {
            let key = try await proved(answer, to: challenge, of: stored, at: site)
            let way = "dashboard, by the security key \(key.label)"
            return await entered(stored, in: browser, by: way, from: client)
        } catch {
            await refuse(stored.person.name, because: error, from: client)
            return .wrongKey(error)
        }
    }

    /// The key that has answered a challenge, which is used up with it.
    private func proved(
        _ answer: String, to challenge: String, of stored: StoredOperator, at site: KeySite?
    ) async throws(KeyRefusal) -> SecurityKey {
        guard let challenge = KeyChallenge(text: challenge, for: stored, to: .signIn, at: now()) else {
            throw .otherChallenge
        }
        let signature = try KeySignature(answer)
        guard let site, let key = securityKeys(of: stored.person).first(where: { $0.id == signature.id }),
            key.site == site.id
        else { throw .unknownKey }
        let counter = try signature.counter(by: key, for: challenge, at: site)
        guard await use(key, challenge: challenge.at, counter: counter) else { throw .usedBefore }
        return key
    }

    /// Uses a challenge up: in this process at once, and in the store, where it gives an answer.
    ///
    /// While the store is away, a challenge could be used once in each process; a person on call gets in then.
    private func use(_ key: SecurityKey, challenge at: Timestamp, counter: UInt32) async -> Bool {
        let isNew = state.withLock { state in
            let keys = state.securityKeys[key.name] ?? []
            guard let place = keys.firstIndex(where: { $0.id == key.id }),
                let used = keys[place].used(challenge: at, counter: counter)
            else { return false }
            state.securityKeys[key.name]?[place] = used
            return true
        }
        guard isNew else { return false }
        do { return try await store.useSecurityKey(key.id, of: key.name, challenge: at, counter: counter) } catch {
            switch error {
            case .unavailable, .inDoubt: return true
            // The store is there, and does not use the challenge up: for example, a right is missing.
            case .locked, .busy, .unfit, .unreadable, .keyMissing, .broken: return false
            }
        }
    }

    /// Whoever gets so far knows the password, so the reason stands in the audit; but a flood of answers writes few lines.
    private func refuse(_ name: OperatorName, because refusal: KeyRefusal, from client: OperatorClient) async {
        let now = now()
        let isFew = state.withLock { state in
            guard state.refusedKeys[name]?.wait(for: Self.refusedKeys, at: now) == nil else { return false }
            state.refusedKeys[name, default: SlotCounts()].count(in: Self.refusedKeys, at: now)
            return true
        }
        guard isFew else { return await refuse(name, from: client) }
        await note(
            .signIn, of: name, as: .failed, on: "dashboard: security key refused, \(refusal.words)", from: client)
    }
}
