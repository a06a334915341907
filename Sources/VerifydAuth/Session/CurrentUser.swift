import Foundation

/// Which user is signed in on this device: in memory, in the store, and to the listeners.
final class CurrentUser: Sendable {
    let server: IdentityServer
    let store: any AuthStore

    init(server: IdentityServer, store: any AuthStore) {
        self.server = server
        self.store = store
    }

    /// The session of the signed-in user; nil when nobody is signed in, and while the store cannot be read.
    ///
    /// The first use reads the store. If the store cannot be read, the next use reads it again.
    var session: UserSession? { nil }

    /// Makes a user the signed-in one, in the place of any other.
    ///
    /// A store that cannot be written does not undo the sign-in. The next change writes again.
    func begin(_ user: StoredUser) -> UserSession {
        UserSession(user, server: server, save: { _ in }, end: { _, _ in })
    }

    /// Forgets the user.
    ///
    /// Throws if the store may still hold the user, who then stays signed in.
    func signOut() throws { throw AuthError(.keychainError) }

    /// Calls a listener now, and whenever another user is signed in or none; on the main thread.
    func addListener(_ kind: ListenerKind, _ listener: @escaping @Sendable (UserSession?) -> Void) -> ListenerID {
        ListenerID()
    }

    /// Ends the calls of a listener.
    ///
    /// It is not called after this, when the main thread removes it.
    func removeListener(_ id: ListenerID) {}
}

/// What a listener wants to hear of.
enum ListenerKind: Sendable { case user, idToken }

/// Stands for a listener.
struct ListenerID: Sendable, Hashable {
    private let id = UUID()
}
