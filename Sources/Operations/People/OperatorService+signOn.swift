import Synchronization
import VerificationCore

extension OperatorService {
    /// Lets a person in whom the provider of the single sign-on has proved; the cookie's token, or nil where an admin has
    /// changed or removed the person in this moment.
    func enter(_ stored: StoredOperator, from client: OperatorClient) async -> String? {
        // A person may come before this process has read the operators for the first time.
        if state.withLock({ $0.people == nil }) { await refresh() }
        // The next look would know the person, too late for the page that the browser asks for next.
        state.withLock { $0.people?[stored.person.name] = stored }
        let browser = KnownBrowser(of: stored, random: random(KnownBrowser.idLength))
        guard case .done(_, let token, _) = await begin(stored, in: browser, from: client) else { return nil }
        await note(.signIn, of: stored.person.name, as: .done, on: "dashboard by single sign-on", from: client)
        return token
    }

    /// The person with this identity and role, as the store was read last; for sign-ins while the store is away.
    func known(_ identity: OperatorIdentity, as role: OperatorRole) -> StoredOperator? {
        state.withLock { $0.people?.values.first { $0.identity == identity && $0.person.role == role } }
    }

    /// Whether a person comes in by single sign-on: then there is no password and no second factor here.
    package func comesBySignOn(_ person: Operator) -> Bool {
        state.withLock { $0.people?[person.name]?.identity != nil }
    }

    /// A password that fits nobody, for a new operator who comes in by single sign-on.
    func noPassword() -> PasswordHash { PasswordHash(fittingNobodyWith: random(PasswordHash.saltLength)) }
}
