import Foundation

/// Which user is signed in on this device: in memory, in the store, and to the listeners.
///
/// Every change holds the store's lock from its decision to its last write, so a refresh that ends late cannot write over a
/// sign-out. Other processes may use the same store, so a change looks first at what the store holds.
final class CurrentUser: Sendable {
    enum State {
        case unread, signedOut
        /// `isKept`: whether the store was seen to hold the user, so that a store without one means a sign-out elsewhere.
        case signedIn(UserSession, isKept: Bool)
    }

    let server: IdentityServer
    let store: OrderedStore
    let listeners: StateListeners
    let key: String
    let state = Guarded<State>(.unread)
    private let failure = Guarded<AuthError?>(nil)
    /// The ID token that the listeners know.
    private let toldToken = Guarded<String?>(nil)

    init(server: IdentityServer, store: any AuthStore, listeners: StateListeners = StateListeners()) {
        self.server = server
        self.store = (store as? OrderedStore) ?? OrderedStore(store)
        self.listeners = listeners
        key = server.configuration.storeKey(for: "user")
        listeners.attach(self)
    }

    /// The session of the signed-in user; nil when nobody is signed in, and while the store cannot be read.
    ///
    /// The first use reads the store. If the store cannot be read, the next use reads it again.
    var session: UserSession? {
        switch state.with({ $0 }) {
        case .unread: store.during { isRead() ? self.session : nil }
        case .signedOut: nil
        case .signedIn(let session, _): session
        }
    }

    /// Why the store's last use failed; nil after one that did not.
    var storageError: AuthError? { failure.with { $0 } }

    /// Makes a user the signed-in one, in the place of any other.
    ///
    /// A store that cannot be written does not undo the sign-in. The next change writes again.
    func begin(_ user: StoredUser) -> UserSession {
        store.during {
            let session = makeSession(succeeding(user))
            state.with { $0 = .signedIn(session, isKept: false) }
            do { try keep(session) } catch {
                note(error)
                removeOthers(than: user)
            }
            tell(session)
            return session
        }
    }

    /// Forgets the user.
    ///
    /// Throws if the store may still hold the user, who then stays signed in.
    func signOut() throws {
        try store.during {
            do { try store.write(nil, forKey: key) } catch { throw note(error) }
            note(nil)
            if case .signedOut = state.with({ $0 }) { return }
            take(nil)
        }
    }

    /// Calls a listener now, and whenever another user is signed in or none; on the main thread.
    func addListener(
        _ kind: ListenerKind, _ listener: @escaping @MainActor (UserSession?) -> Void
    ) -> ListenerID {
        let id = listeners.add(kind, listener)
        present(to: id)
        return id
    }

    /// Calls a new listener for the first time; later, if the store cannot be read now.
    func present(to id: ListenerID) {
        store.during { if isRead() { listeners.tellFirst(id, of: session) } }
    }

    /// Ends the calls of a listener.
    ///
    /// It is not called after this, when the main thread removes it.
    func removeListener(_ id: ListenerID) { listeners.remove(id) }

    /// Reads the store, if that is still to do; false if the store cannot be read.
    private func isRead() -> Bool {
        guard case .unread = state.with({ $0 }) else { return true }
        do {
            take(try store.read(key))
            note(nil)
            return true
        } catch {
            note(error)
            return false
        }
    }

    /// Makes what the store holds the present state.
    func take(_ value: Data?) {
        let session = StoredUser(kept: value).map(makeSession)
        state.with { $0 = session.map { .signedIn($0, isKept: true) } ?? .signedOut }
        tell(session)
    }

    private func tell(_ session: UserSession?) {
        toldToken.with { $0 = session?.user.with { $0.tokens.idToken } }
        listeners.tell(.user, of: session, from: self)
    }

    /// Calls those who want to hear of new ID tokens, if this one is new.
    func tellToken(of session: UserSession) {
        let token = session.user.with { $0.tokens.idToken }
        let isNew = toldToken.with { told in
            defer { told = token }
            return told != token
        }
        if isNew { listeners.tell(.idToken, of: session, from: self) }
    }

    private func makeSession(_ user: StoredUser) -> UserSession {
        // A session must not keep this object alive, which keeps the session.
        UserSession(
            user, server: server, save: { [weak self] in self?.save($0) },
            end: { [weak self] session, _ in self?.end(session) },
            follow: { [weak self] session, refused in try self?.follow(session, refused: refused) })
    }

    /// The user of a new sign-in, whose tokens replace all that the store has of this user.
    private func succeeding(_ user: StoredUser) -> StoredUser {
        // An unreadable store gets the new tokens at the next change.
        let before = StoredUser(kept: try? store.read(key))
        var user = user
        user.tokens.generation = (before?.tokens.generation ?? 0) + 1
        return user
    }

    /// If a new user cannot be written, a restart must not bring back another person.
    private func removeOthers(than user: StoredUser) {
        // The error of the write that has failed before is the one to show.
        guard let other = StoredUser(kept: try? store.read(key)), other.account.localId != user.account.localId
        else { return }
        // As above.
        try? store.write(nil, forKey: key)
    }

    /// Remembers how the last use of the store ended.
    @discardableResult
    func note(_ error: (any Error)?) -> AuthError {
        let error = error.map(AuthError.ofStore)
        failure.with { $0 = error }
        return error ?? AuthError(.keychainError)
    }
}
