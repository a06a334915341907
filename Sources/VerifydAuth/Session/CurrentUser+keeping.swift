import Foundation

extension CurrentUser {
    /// Writes a session whose tokens or account have changed.
    ///
    /// A session that is not the current one writes nothing. If another process has got further, its tokens are taken.
    func save(_ session: UserSession) {
        store.during {
            guard isPresent(session) else { return }
            do {
                if let theirs = try tokensElsewhere(of: session), theirs.generation > session.generation {
                    session.user.with { $0.tokens = theirs }
                }
                if isPresent(session) { try keep(session) }
            } catch {
                note(error)
            }
            if isPresent(session) { tellToken(of: session) }
        }
    }

    /// Forgets a session that the server has ended.
    func end(_ session: UserSession) {
        store.during {
            guard isPresent(session) else { return }
            do {
                // Another process may have signed another user in.
                _ = try tokensElsewhere(of: session)
                guard isPresent(session) else { return }
                try store.write(nil, forKey: key)
                note(nil)
            } catch {
                note(error)
            }
            take(nil)
        }
    }

    /// Takes the session's tokens from the store, if another process has got further; writes them, if this one has.
    ///
    /// With refused tokens, any other token of the user is taken: it is the last hope. Returns the refresh token in the store.
    /// Throws if the store cannot be read.
    func follow(_ session: UserSession, refused: Set<String>) throws -> String? {
        try store.during {
            guard isPresent(session) else { return nil }
            let theirs: SessionTokens?
            do { theirs = try tokensElsewhere(of: session) } catch { throw note(error) }
            guard isPresent(session) else { return nil }
            let isNeeded = refused.contains(session.user.with { $0.tokens.refreshToken })
            let generation = theirs?.generation ?? 0
            if let theirs, isNeeded ? !refused.contains(theirs.refreshToken) : generation > session.generation {
                session.user.with { $0.tokens = theirs }
            } else if refused.isEmpty, generation < session.generation {
                do { try keep(session) } catch {
                    note(error)
                    return theirs?.refreshToken
                }
            }
            return session.user.with { $0.tokens.refreshToken }
        }
    }

    /// Writes the session, and reads it again: only a user who was seen in the store can be known to have left it.
    func keep(_ session: UserSession) throws {
        let value = try session.user.with { $0 }.value()
        try store.write(value, forKey: key)
        note(nil)
        // Not knowing is the same as not being there.
        let isKept = (try? store.read(key)) == value
        state.with { $0 = .signedIn(session, isKept: isKept) }
    }

    private func isPresent(_ session: UserSession) -> Bool {
        guard case .signedIn(let present, _) = state.with({ $0 }) else { return false }
        return present === session
    }

    /// The tokens of the session's user in the store.
    ///
    /// If another process has signed the user out or another one in, this process does so too, and the session is not present
    /// any longer.
    private func tokensElsewhere(of session: UserSession) throws -> SessionTokens? {
        let found = try store.read(key)
        let other = StoredUser(kept: found)
        if let other, other.account.localId == session.user.with({ $0.account.localId }) { return other.tokens }
        // A store that was never seen to hold this user has not lost it.
        guard case .signedIn(_, isKept: true) = state.with({ $0 }), found == nil || other != nil else { return nil }
        take(found)
        return nil
    }
}

extension UserSession {
    fileprivate var generation: Int { user.with { $0.tokens.generation } }
}
