import Synchronization
import VerificationCore

/// How far behind the database may be with when a session was last used.
private let mostUnseen = Duration.seconds(60)

extension OperatorService {
    /// Notes a try to sign in that was refused.
    ///
    /// `name`: nil for a name that no operator has; such a text may be a password, so the audit does not get it. `why`: one
    /// of a few texts.
    package func refuse(_ name: OperatorName?, from client: OperatorClient, because why: String = "") async {
        state.withLock { $0.refused.count(name, from: client.address, because: why) }
        await tellRefusals()
    }

    func note(
        _ action: OperatorAction, of name: OperatorName, as result: AuditEntry.Result, on subject: String = "dashboard",
        from client: OperatorClient
    ) async {
        let entry = AuditEntry(
            actor: name.text, action: action, subject: subject, result: result, address: client.address)
        // Operators come in to see why the database is away.
        try? await audit.note(entry)
    }

    /// Writes the lines of refused tries that are due; what the audit does not take is counted on.
    func tellRefusals() async {
        let now = now()
        let lines = state.withLock { $0.refused.due(at: now) }
        for (place, line) in lines.enumerated() {
            do { try await audit.note(line.entry) } catch {
                // The next call tries again. The others would only wait for the same answer, one after the other.
                return state.withLock { state in
                    for rest in lines[place...] { state.refused.restore(rest) }
                }
            }
        }
    }

    /// Tells the store which sessions were used; it needs no more than the minute.
    func tellUse() async {
        let news = state.withLock { state in
            state.seen = state.seen.filter { state.sessions[$0.key] != nil }
            return state.seen.filter { hash, moment in
                state.unsaved[hash] == nil
                    && state.sessions[hash].map { moment >= $0.seenAt + mostUnseen } == true
            }
        }
        guard !news.isEmpty else { return }
        // While the store is away, the next look tells it.
        try? await store.saw(news)
    }
}
