import Gateways
import Queue
import Store
import Telemetry
import VerificationCore
import Verifications

/// The part of a worker that sends events to apps.
struct EventAssembly {
    let relay: EventRelay
    let worker: JobWorker
    let inbox: AMQPJobInbox
    let publisher: AMQPJobPublisher
    let support: Support
    let reading: @Sendable () async -> [MetricReading]

    init(_ adapters: Adapters) throws {
        let apps = adapters.apps
        let outbox = PostgresEventOutbox(pool: adapters.pool)
        let publisher = adapters.makePublisher(of: .events)
        let inbox = adapters.makeInbox(of: .events, movingBy: publisher)
        (self.publisher, self.inbox) = (publisher, inbox)
        let caller = try adapters.settings.eventCaller
        let ports = EventPorts(
            caller: caller, apps: apps, keys: try adapters.settings.value(of: CodeSettings.keys),
            schedule: adapters.broker.topology.eventSchedule, now: adapters.now,
            facts: adapters.telemetry.facts(of: .jobs(.events)))
        // Without an endpoint anywhere, only the rest of an app that had an endpoint can be there.
        let pause: @Sendable () -> Duration = { apps.hasEndpoints ? .milliseconds(250) : .seconds(5) }
        relay = EventRelay(from: outbox, to: publisher, pause: pause, logger: adapters.telemetry.logger)
        worker = JobWorker(ports, from: inbox, gate: adapters.store.gate, logger: adapters.telemetry.logger)
        support = Support(onEnd: { await caller.shutdown() }) {}
        reading = {
            // The gate logs why the database is away.
            guard let count = try? await outbox.waiting() else { return [] }
            return [MetricReading("verifyd_events_waiting", as: .gauge, by: [], value: Double(count))]
        }
    }
}
