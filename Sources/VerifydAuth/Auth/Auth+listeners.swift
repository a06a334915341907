extension Auth {
    /// Calls a block now, and whenever another user is signed in or none; on the main thread.
    ///
    /// - Parameter listener: gets this object and the user. While the store cannot be read, it is not called.
    /// - Returns: what ``removeStateDidChangeListener(_:)`` takes. The listener stays until then.
    @discardableResult
    public func addStateDidChangeListener(
        _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        AuthStateDidChangeListenerHandle(id: ListenerID())
    }

    /// Ends the calls of a listener.
    ///
    /// On the main thread it is not called any more after this.
    ///
    /// - Parameter listenerHandle: what ``addStateDidChangeListener(_:)`` has returned. A second removal does nothing.
    public func removeStateDidChangeListener(_ listenerHandle: AuthStateDidChangeListenerHandle) {}

    /// Calls a block now, whenever another user is signed in or none, and whenever the user's ID token is new; on the main
    /// thread.
    ///
    /// - Parameter listener: gets this object and the user.
    /// - Returns: what ``removeIDTokenDidChangeListener(_:)`` takes. The listener stays until then.
    @discardableResult
    public func addIDTokenDidChangeListener(
        _ listener: @escaping @MainActor (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        AuthStateDidChangeListenerHandle(id: ListenerID())
    }

    /// Ends the calls of a listener.
    ///
    /// - Parameter listenerHandle: what ``addIDTokenDidChangeListener(_:)`` has returned.
    public func removeIDTokenDidChangeListener(_ listenerHandle: AuthStateDidChangeListenerHandle) {}

    /// The users who are signed in, one after the other, beginning with the present one; nil for none.
    ///
    /// The sequence ends when its task is cancelled. A slow reader gets the newest user alone.
    public var stateChanges: AsyncStream<User?> { AsyncStream { $0.finish() } }
}
