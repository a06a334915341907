import Foundation

/// The listeners of an ``Auth``, who are called on the main thread, one change after the other.
///
/// No lock is held during a call, so a listener may sign out or remove listeners.
final class StateListeners: Sendable {
    private struct Listener {
        let kind: ListenerKind
        let hear: @MainActor (UserSession?) -> Void
        /// Whether the first call is still to come, because the store could not be read yet.
        var isWaiting = true
    }

    private struct Event {
        let session: UserSession?
        let listeners: [ListenerID]
        /// Whether another user is signed in or none, and everybody hears of it.
        let isChange: Bool
    }

    private struct State {
        var source: ObjectIdentifier?
        var listeners: [ListenerID: Listener] = [:]
        var order: [ListenerID] = []
        var events: [Event] = []
        var notification: Notification.Name?
        weak var sender: AnyObject?
    }
    private let state = Guarded(State())

    /// Whether anybody listens.
    var isHeard: Bool { state.with { !$0.order.isEmpty } }

    /// Hears of changes from one object only from now on: the latest configuration's.
    func attach(_ source: CurrentUser) { state.with { $0.source = ObjectIdentifier(source) } }

    /// Posts a notification too after each change.
    func post(_ name: Notification.Name, from sender: AnyObject) {
        state.with { state in
            state.notification = name
            state.sender = sender
        }
    }

    /// Adds a listener, whose first call comes with the next change, or with ``tellFirst(_:of:)``.
    func add(_ kind: ListenerKind, _ hear: @escaping @MainActor (UserSession?) -> Void) -> ListenerID {
        let id = ListenerID()
        state.with { state in
            state.listeners[id] = Listener(kind: kind, hear: hear)
            state.order.append(id)
        }
        return id
    }

    /// Ends the calls of a listener; a second removal does nothing.
    func remove(_ id: ListenerID) {
        // The listener goes after the lock is given back, because what it holds may go with it.
        let listener = state.with { state in
            state.order.removeAll { $0 == id }
            return state.listeners.removeValue(forKey: id)
        }
        withExtendedLifetime(listener) {}
    }

    /// Calls a new listener with the present user, unless a change has already called it.
    func tellFirst(_ id: ListenerID, of session: UserSession?) {
        enqueue { state in
            guard state.listeners[id]?.isWaiting == true else { return nil }
            return Event(session: session, listeners: [id], isChange: false)
        }
    }

    /// Calls everybody, because another user is signed in or none; or those who want to hear of new ID tokens.
    func tell(_ kind: ListenerKind, of session: UserSession?, from source: CurrentUser) {
        enqueue { state in
            guard state.source == ObjectIdentifier(source) else { return nil }
            let listeners = state.order.filter { id in
                kind == .user || state.listeners[id]?.kind == .idToken && state.listeners[id]?.isWaiting == false
            }
            return Event(session: session, listeners: listeners, isChange: kind == .user)
        }
    }

    private func enqueue(_ event: (State) -> Event?) {
        let isNew = state.with { state -> Bool in
            guard let event = event(state) else { return false }
            for id in event.listeners { state.listeners[id]?.isWaiting = false }
            state.events.append(event)
            return true
        }
        guard isNew else { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { self.deliver() } }
    }

    @MainActor
    private func deliver() {
        guard let event = state.with({ $0.events.isEmpty ? nil : $0.events.removeFirst() }) else { return }
        for id in event.listeners {
            // An earlier listener may have removed this one, so each is looked for when its turn comes.
            state.with { $0.listeners[id]?.hear }?(event.session)
        }
        guard event.isChange else { return }
        let (name, sender) = state.with { ($0.notification, $0.sender) }
        if let name { NotificationCenter.default.post(name: name, object: sender) }
    }
}

/// What a listener wants to hear of.
enum ListenerKind: Sendable { case user, idToken }

/// Stands for a listener.
struct ListenerID: Sendable, Hashable {
    private let id = UUID()
}
