import Gateways
import HTTPService
import Logging
import Queue
import ServiceLifecycle
import Store
import Telemetry
import VerificationCore
import Verifications

/// The worker with its adapters.
struct WorkerAssembly {
    let services: [any Service]
    let supports: [Support]
    let vitals: Vitals

    init(_ adapters: Adapters, gateways: ConfiguredGateways, receipts: AMQPJobPublisher) throws {
        let settings = adapters.settings
        let (inbox, routes, gate) = (try adapters.makeInbox(), gateways.routes, adapters.store.gate)
        let worker = try adapters.makeWorker(inbox: inbox, routes: routes, receipts: receipts)
        let (saving, events) = (ReceiptSaving(adapters, publisher: receipts), try EventAssembly(adapters))
        let statusSource = WorkerStatusSource(
            worker: worker, gate: gate,
            inboxes: [.requests: inbox, .receipts: saving.inbox, .events: events.inbox],
            prefetch: try settings.workerPrefetch, gateways: gateways, now: adapters.now)
        let sync = RegistrySync(adapters, routes: routes, statusSource: statusSource)
        let intake = Intake(
            gate, routes: routes, inboxes: Array(statusSource.inboxes.values), logger: adapters.telemetry.logger)
        let retention = Duration.seconds(try settings.value(of: RetentionSettings.days) * 86_400)
        services =
            [
                worker, saving.worker, events.relay, events.worker, OnShutdown { sync.stops() },
                UntilShutdown { await intake.keep() },
            ] + upkeep(adapters, retention: retention) + learners(adapters, for: routes)
        let untilTaking: @Sendable () async -> Void = {
            // Nothing is taken before the database answers, fits this program, and tells what is paused. When `opened`
            // throws, the process is stopping, and then `close` ends the inbox's `run`.
            try? await gate.opened()
            await sync.told()
        }
        supports = [
            support(after: untilTaking, { await inbox.run() }, onEnd: { await inbox.close() }),
            support(after: untilTaking, { await saving.inbox.run() }, onEnd: { await saving.inbox.close() }),
            support(after: untilTaking, { await events.publisher.run() }),
            support(after: untilTaking, { await events.inbox.run() }, onEnd: { await events.inbox.close() }),
            Support(onEnd: { await gateways.shutdown() }) { await gateways.run() }, Support { await sync.run() },
            events.support,
        ]
        var vitals = Vitals(
            checks: [
                ReadinessCheck("consuming", wellStatus: { sync.isPaused(.requests) ? "paused" : "ok" }) {
                    inbox.isReady
                },
                // Without it the worker goes on: only requests for another try wait with it.
                ReadinessCheck("moving", failedStatus: { "blocked: \(inbox.alarm ?? "")" }) { inbox.alarm == nil },
            ],
            needs: [["consuming"]],
            readings: [
                { [Adapters.connectionReading("consuming", isUp: inbox.isReady)] },
                { readings(of: worker) + readings(of: routes) + readings(of: gateways) },
                { sync.readings(of: routes) },
                { await partitions(adapters) },
                events.reading,
            ])
        vitals += saving.vitals
        self.vitals = vitals
    }
}

/// A connection to the broker that begins when the worker may take jobs.
private func support(
    after ready: @escaping @Sendable () async -> Void, _ run: @escaping @Sendable () async -> Void,
    onEnd: (@Sendable () async -> Void)? = nil
) -> Support {
    Support(onEnd: onEnd) {
        await ready()
        await run()
    }
}

private func readings(of worker: JobWorker) -> [MetricReading] {
    let (count, oldest) = worker.jobsInHand
    let age = oldest.map { (ContinuousClock.now - $0) / .seconds(1) } ?? 0
    return [
        MetricReading("verifyd_requests_in_hand", as: .gauge, by: [], value: Double(count)),
        MetricReading("verifyd_oldest_request_seconds", as: .gauge, by: [], value: age),
    ]
}

private func readings(of routes: RoutedGateways<ContinuousClock>) -> [MetricReading] {
    routes.gateways.flatMap { gateway in
        [
            MetricReading(
                "verifyd_gateway_in_flight", as: .gauge, by: [("gateway", gateway.name)],
                value: Double(gateway.inFlight)),
            MetricReading(
                "verifyd_gateway_waiting", as: .gauge, by: [("gateway", gateway.name)], value: Double(gateway.waiting)),
        ]
    }
}

private func readings(of gateways: ConfiguredGateways) -> [MetricReading] {
    gateways.links.map {
        MetricReading("verifyd_gateway_link_up", as: .gauge, by: [("gateway", $0.gateway)], value: $0.isUp ? 1 : 0)
    }
}

/// Empty while the database is away, because only the database knows its partitions.
private func partitions(_ adapters: Adapters) async -> [MetricReading] {
    // The gate logs why the database is away.
    guard let days = try? await PostgresMaintenance(pool: adapters.pool).daysAhead() else { return [] }
    return [MetricReading("verifyd_partitions_ahead", as: .gauge, by: [], value: Double(days))]
}

/// What drops old rows and old dead letters, and makes the partitions of the coming days.
private func upkeep(_ adapters: Adapters, retention: Duration) -> [any Service] {
    let logger = adapters.telemetry.logger
    let maintenance = PostgresMaintenance(pool: adapters.pool)
    let rows = StoreMaintenance(
        retention: retention,
        makePartitions: { () async throws(StoreError) in try await maintenance.makePartitions() },
        forget: { age async throws(StoreError) in try await maintenance.forget(olderThan: age) }, logger: logger)
    let dead = DeadLetterQueue(adapters.broker.configuration, topology: adapters.broker.topology)
    let letters = DeadLetterCleanUp(
        retention: retention,
        forget: { moment async throws(BrokerError) in try await dead.forget(before: moment) }, now: Machine.now,
        logger: logger)
    return [UntilShutdown { await rows.run() }, UntilShutdown { await letters.run() }]
}

/// Empty where no route learns.
private func learners(_ adapters: Adapters, for routes: RoutedGateways<ContinuousClock>) -> [any Service] {
    let gateways = Set(routes.learners.map(\.name))
    if gateways.isEmpty { return [] }
    let learner = RouteLearner(
        gateways, from: PostgresTallies(pool: adapters.pool), now: adapters.now, logger: adapters.telemetry.logger,
        follow: routes.learn)
    return [UntilShutdown { await learner.run() }]
}

/// The way of receipts from the queue to the database.
struct ReceiptSaving {
    let worker: JobWorker
    let inbox: AMQPJobInbox
    let vitals: Vitals

    /// `publisher` must run as long as the service does.
    init(_ adapters: Adapters, publisher: AMQPJobPublisher) {
        let inbox = adapters.makeInbox(of: .receipts, movingBy: publisher)
        let receipts = ReceiptHandler(
            store: adapters.store.verifications, gate: adapters.store.gate,
            facts: adapters.telemetry.facts(of: .jobs(.receipts)), now: adapters.now)
        worker = JobWorker(receipts, from: inbox, logger: adapters.telemetry.logger)
        self.inbox = inbox
        vitals = Vitals(
            readings: [
                {
                    [
                        Adapters.connectionReading("consuming-receipts", isUp: inbox.isReady),
                        MetricReading(
                            "verifyd_receipts_in_hand", as: .gauge, by: [], value: Double(receipts.receiptsInHand)),
                    ]
                }
            ])
    }
}
