import Synchronization
import VerificationCore

extension OperatorService {
    /// The shortest and the longest password that a person may choose, in bytes.
    package static let passwordLengths = 12...1_000

    /// A person's open sessions, the last used first.
    package func sessions(of person: Operator) -> [OperatorSession] {
        let now = now()
        return state.withLock { state in
            state.sessions.values.filter { $0.name == person.name && $0.endsAt > now }
                .map { session in state.seen[session.tokenHash].map { session.seen(at: $0) } ?? session }
        }.sorted { $0.seenAt > $1.seenAt }
    }

    /// Ends one of the person's sessions.
    ///
    /// `id`: as `OperatorSession.id` has it.
    package func end(session id: String, of person: Operator) async throws(OperatorError) {
        guard let session = sessions(of: person).first(where: { $0.id == id }) else {
            throw .unusable("This session is over already.")
        }
        try await permits.perform(.changeOwnAccess, on: Self.words(session), because: "", by: person) {
            () throws(OperatorError) in
            await forget([session])
            return ""
        }
    }

    /// Ends all of the person's sessions but the one of this token, and returns how many.
    package func endSessions(of person: Operator, but token: String?) async throws(OperatorError) -> Int {
        let kept = token.map(OperatorSession.hash)
        let others = sessions(of: person).filter { $0.tokenHash != kept }
        try await permits.perform(.changeOwnAccess, on: "all other sessions", because: "", by: person) {
            () throws(OperatorError) in
            await forget(others)
            return others.isEmpty ? nil : "\(others.count) ended"
        }
        return others.count
    }

    /// Gives a person another password, and ends all of the person's sessions.
    ///
    /// - Parameters:
    ///   - person: who asks, with a session.
    ///   - old: the password until now, as the person typed it.
    ///   - new: the password from now on.
    ///   - client: where the person is.
    /// - Returns: cookies for a new session of the person; nil where the person has to sign in anew.
    /// - Throws: why the password stays as it was.
    package func changePassword(
        of person: Operator, from old: String, to new: String, on client: OperatorClient
    ) async throws(OperatorError) -> (token: String, browser: KnownBrowser)? {
        guard Self.passwordLengths.contains(new.utf8.count) else {
            throw .unusable("A password has 12 to 1,000 characters.")
        }
        guard let stored = state.withLock({ $0.people?[person.name] }) else {
            throw .nothing("operator \(person.name)")
        }
        guard stored.identity == nil else {
            throw .unusable("You come in by single sign-on, and have no password here.")
        }
        let guesser = Guesser(name: person.name, browser: nil, hasSession: true)
        if case .failure(let wait) = takeTry(by: [guesser]) {
            throw .unusable("Too many wrong passwords. Try again in \(wait.duration.components.seconds) s.")
        }
        try await permits.perform(.changeOwnAccess, on: "password", because: "", by: person) {
            () throws(OperatorError) in
            try await replace(old, by: new, of: stored)
            state.withLock { $0.wrongTries[guesser] = nil }
            return ""
        }
        await refresh()
        guard let anew = state.withLock({ $0.people?[person.name] }) else { return nil }
        let browser = KnownBrowser(of: anew, random: random(KnownBrowser.idLength))
        guard case .done(_, let token, let known) = await begin(anew, in: browser, from: client) else { return nil }
        return (token, known)
    }

    private func replace(_ old: String, by new: String, of stored: StoredOperator) async throws(OperatorError) {
        guard let fits = await trialsOfKnown.fits(old, hash: stored.password) else {
            throw .unusable("Many people sign in at this moment. Try again.")
        }
        guard fits else { throw .unusable("The old password is wrong.") }
        guard let hash = await trialsOfKnown.hash(new, salt: random(PasswordHash.saltLength)) else {
            throw .unusable("Many people sign in at this moment. Try again.")
        }
        let isChanged = try await asked { () throws(StoreError) in
            try await store.changePassword(of: stored.person.name, knowing: stored.changedAt, to: hash)
        }
        guard isChanged else { throw .unusable("Your account was changed a moment ago. Sign in again.") }
    }

    func forget(_ sessions: [OperatorSession]) async {
        state.withLock { state in
            for session in sessions {
                state.sessions[session.tokenHash] = nil
                state.unsaved[session.tokenHash] = nil
                state.ended.insert(session.tokenHash)
            }
        }
        for session in sessions { _ = await end(session.tokenHash) }
    }

    /// For the audit: when the session began, and where.
    private static func words(_ session: OperatorSession) -> String {
        "session of \(session.beganAt.rfc3339)" + (session.client.address.map { ", \($0)" } ?? "")
    }

    /// What a person changes of the own access is done only with its line.
    var permits: Permits { Permits(audit: audit) }
}
