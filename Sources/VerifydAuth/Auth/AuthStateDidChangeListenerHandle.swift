/// Stands for a listener of ``Auth``.
public struct AuthStateDidChangeListenerHandle: Sendable, Hashable {
    let id: ListenerID
}
