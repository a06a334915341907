import VerificationCore

/// What the worker of events is plugged together from.
package struct EventPorts: Sendable {
    /// How many events a worker has in hand.
    package static let prefetch = 256

    package var caller: any EventCaller
    package var apps: any AppDirectory
    package var keys: KeyRing
    package var schedule: EventSchedule
    /// The store's clock, as far as this process knows it.
    package var now: @Sendable () -> Timestamp
    /// Who hears what became of events.
    package var facts: Facts

    package init(
        caller: any EventCaller, apps: any AppDirectory, keys: KeyRing, schedule: EventSchedule,
        now: @escaping @Sendable () -> Timestamp, facts: Facts = Facts()
    ) {
        self.caller = caller
        self.apps = apps
        self.keys = keys
        self.schedule = schedule
        self.now = now
        self.facts = facts
    }
}
