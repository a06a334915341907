import Logging
import VerificationCore

/// What the worker of events is plugged together from.
package struct EventPorts: Sendable {
    package var caller: any EventCaller
    package var apps: any AppDirectory
    package var keys: KeyRing
    package var schedule: EventSchedule
    /// The store's clock, as far as this process knows it.
    package var now: @Sendable () -> Timestamp
    /// The listeners that hear the outcome of each event.
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

extension JobWorker {
    /// The worker of events; `gate` is the gate that the whole process shares.
    package convenience init(
        _ ports: EventPorts, from inbox: any JobInbox, settings: WorkerTimes = WorkerTimes(), gate: StoreGate,
        logger: Logger
    ) {
        let throttle = EndpointThrottle(
            EndpointThrottle.Bounds(prefetch: WorkQueue.events.prefetch), deadline: EventPoster.deadline,
            schedule: ports.schedule)
        self.init(
            of: .events, from: inbox, by: EventPoster(ports: ports, throttle: throttle), gate: gate,
            settings: settings, logger: logger)
    }
}
