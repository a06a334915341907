import Foundation

extension CurrentUser {
    /// Writes a session whose tokens or account have changed.
    ///
    /// A session that is not the current one writes nothing.
    func save(_ session: UserSession) {
        store.during {
            guard isPresent(session) else { return }
            do {
                if kept != nil, hasLeft(session, in: try store.read(key)) { return }
                try keep(session)
            } catch {
                note(error)
            }
            tellToken(of: session)
        }
    }

    /// Forgets a session that the server has ended.
    func end(_ session: UserSession) {
        store.during {
            guard isPresent(session) else { return }
            do {
                let found = try store.read(key)
                // Another process has signed another user in.
                if StoredUser(kept: found) != nil, hasLeft(session, in: found) { return }
                try store.write(nil, forKey: key)
                note(nil)
            } catch {
                note(error)
            }
            take(nil)
        }
    }

    /// Takes the session's tokens from the store, if another process has put newer ones there.
    ///
    /// With refused tokens, any other token of the user is taken: it is the last hope. Without, this session's unsaved tokens are
    /// written, so that a token is in the store before it is used. Throws if the store cannot be read.
    func follow(_ session: UserSession, refused: Set<String>) throws {
        try store.during {
            guard isPresent(session) else { return }
            do {
                let found = try store.read(key)
                if kept != nil, found != kept, hasLeft(session, in: found) { return }
                let ours = session.user.with { $0 }
                let theirs = StoredUser(kept: found).flatMap { $0.account.localId == ours.account.localId ? $0 : nil }
                let isSaved = StoredUser(kept: kept)?.tokens == ours.tokens
                if let theirs, !refused.contains(theirs.tokens.refreshToken),
                    isSaved || refused.contains(ours.tokens.refreshToken)
                {
                    session.user.with { $0.tokens = theirs.tokens }
                    state.with { $0 = .signedIn(session, kept: found) }
                } else if refused.isEmpty, !isSaved {
                    try keep(session)
                }
            } catch {
                throw note(error)
            }
        }
    }

    /// Writes the session, and reads it again: only of what was seen in the store is it known later that it has gone.
    func keep(_ session: UserSession) throws {
        let value = try session.user.with { $0 }.value()
        try store.write(value, forKey: key)
        note(nil)
        // Not knowing is the case that nil stands for.
        let isKept = (try? store.read(key)) == value
        state.with { $0 = .signedIn(session, kept: isKept ? value : nil) }
    }

    private func isPresent(_ session: UserSession) -> Bool {
        guard case .signedIn(let present, _) = state.with({ $0 }) else { return false }
        return present === session
    }

    private var kept: Data? {
        guard case .signedIn(_, let kept) = state.with({ $0 }) else { return nil }
        return kept
    }

    /// Whether another process has signed the user out or another one in; this process then does so too.
    private func hasLeft(_ session: UserSession, in found: Data?) -> Bool {
        let uid = session.user.with { $0.account.localId }
        let other = StoredUser(kept: found)
        guard found == nil || other != nil && other?.account.localId != uid else { return false }
        take(found)
        return true
    }
}
