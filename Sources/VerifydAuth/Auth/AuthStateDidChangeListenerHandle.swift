/// Stands for a listener of ``Auth``.
public struct AuthStateDidChangeListenerHandle: Sendable, Hashable {
    let id: ListenerID
}

/// Stands for a listener that hears of new ID tokens too.
public typealias IDTokenDidChangeListenerHandle = AuthStateDidChangeListenerHandle
