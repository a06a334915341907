import Foundation

extension Auth {
    /// What `NotificationCenter` posts on the main thread whenever another user is signed in or none.
    ///
    /// The notification's object is the `Auth`.
    public static let authStateDidChangeNotification = Notification.Name("VerifydAuthStateDidChange")

    /// Calls a block now, and at each sign-in and sign-out; on the main thread.
    ///
    /// The first call comes after this method returns, with the user of this moment; while the store cannot be read, and before
    /// ``configure(_:)``, it does not come yet. Calls come one after the other and miss no change.
    ///
    /// - Parameter listener: gets this object and the user.
    /// - Returns: what ``removeStateDidChangeListener(_:)`` takes. The listener stays until then.
    @discardableResult
    public func addStateDidChangeListener(
        _ listener: @escaping (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        add(.user, listener)
    }

    /// Ends the calls of a listener.
    ///
    /// On the main thread it is not called any more after this.
    ///
    /// - Parameter listenerHandle: what ``addStateDidChangeListener(_:)`` has returned. A second removal does nothing.
    public func removeStateDidChangeListener(_ listenerHandle: AuthStateDidChangeListenerHandle) {
        listeners.remove(listenerHandle.id)
    }

    /// Calls a block now, at each sign-in and sign-out, and whenever the user's ID token is new; on the main thread.
    ///
    /// - Parameter listener: gets this object and the user.
    /// - Returns: what ``removeIDTokenDidChangeListener(_:)`` takes. The listener stays until then.
    @discardableResult
    public func addIDTokenDidChangeListener(
        _ listener: @escaping (Auth, User?) -> Void
    ) -> IDTokenDidChangeListenerHandle {
        add(.idToken, listener)
    }

    /// Ends the calls of a listener.
    ///
    /// - Parameter listenerHandle: what ``addIDTokenDidChangeListener(_:)`` has returned. A second removal does nothing.
    public func removeIDTokenDidChangeListener(_ listenerHandle: IDTokenDidChangeListenerHandle) {
        listeners.remove(listenerHandle.id)
    }

    /// The users who are signed in, one after the other, beginning with the present one; nil for none.
    ///
    /// The sequence ends when its task is cancelled. A slow reader gets the newest user alone.
    public var stateChanges: AsyncStream<User?> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { changes in
            let handle = addStateDidChangeListener { _, user in changes.yield(user) }
            changes.onTermination = { [weak self] _ in self?.removeStateDidChangeListener(handle) }
        }
    }

    private func add(
        _ kind: ListenerKind, _ listener: @escaping (Auth, User?) -> Void
    ) -> AuthStateDidChangeListenerHandle {
        let block = MainBlock<(Auth, User?)> { listener($0.0, $0.1) }
        let id = listeners.add(kind) { [weak self] session in
            guard let self else { return }
            block.call((self, session.map(self.user)))
        }
        // Before the configuration there is no user to tell of.
        try? parts.current.present(to: id)
        return AuthStateDidChangeListenerHandle(id: id)
    }
}

extension Notification.Name {
    /// ``Auth/authStateDidChangeNotification``, by its older name.
    public static let AuthStateDidChange = Auth.authStateDidChangeNotification
}
