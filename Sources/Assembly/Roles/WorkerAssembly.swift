import HTTPService
import Logging
import RequestQueue
import SMSGateways
import ServiceLifecycle
import SessionStore
import Telemetry
import VerificationCore
import VerificationWorker

/// The worker with its adapters.
struct WorkerAssembly {
    let services: [any Service]
    let supports: [Support]
    let vitals: Vitals

    init(
        _ platform: Platform, _ store: PostgresVerificationStore, _ gate: StoreGate, _ apps: PostgresAppDirectory,
        _ gateway: GatewayChoice
    ) throws {
        let settings = platform.settings
        let inbox = AMQPRequestInbox(
            platform.broker, topology: platform.topology,
            prefetch: UInt16(try settings.number(.workerPrefetch)), random: Platform.random,
            logger: platform.logger)
        let routes = try gateway.routes(settings)
        let parts = WorkerParts(
            store: store, apps: apps, inbox: inbox, routes: routes, phones: platform.phones,
            writer: try Platform.writer(), keys: try settings.keyRing(),
            retries: RetryPolicy(
                ladder: try settings.ladder(), maxTries: try settings.number(.workerTries)),
            now: { [clock = platform.clock] in clock.now }, random: Platform.random)
        let deadline = try settings.duration(.gatewayDeadline)
        let worker = WorkerService(
            parts, settings: WorkerSettings(gatewayDeadline: deadline), gate: gate, logger: platform.logger)
        let retention = Duration.seconds(try settings.number(.retentionDays) * 86_400)
        services = [
            worker, UntilShutdown { await maintain(platform, retention: retention) },
            UntilShutdown { await forgetTheDead(platform, olderThan: retention) },
        ]
        supports = [
            Support(onEnd: { await inbox.close() }) {
                // Nothing is taken off the queue for a database that this program cannot work with.
                try? await gate.opened()
                await inbox.run()
            }
        ]
        vitals = Vitals(
            checks: [ReadinessCheck("consuming") { inbox.isReady }],
            needs: [["consuming"]],
            readings: [
                { [Platform.connectionReading("consuming", isUp: inbox.isReady)] },
                { readings(of: worker) + readings(of: routes) }, { await partitions(platform) },
            ])
    }
}

private func readings(of worker: WorkerService) -> [MetricReading] {
    let (count, oldest) = worker.requestsInHand
    let age = oldest.map { (ContinuousClock.now - $0) / .seconds(1) } ?? 0
    return [
        MetricReading("verifyd_requests_in_hand", .gauge, [], Double(count)),
        MetricReading("verifyd_oldest_request_seconds", .gauge, [], age),
    ]
}

private func readings(of routes: PacedRoutes<ContinuousClock>) -> [MetricReading] {
    [
        MetricReading("verifyd_gateway_in_flight", .gauge, [], Double(routes.inFlight)),
        MetricReading("verifyd_gateway_waiting", .gauge, [], Double(routes.waiting)),
    ]
}

/// Left out while the database is away: then nobody knows.
private func partitions(_ platform: Platform) async -> [MetricReading] {
    // Why the database is away is in the log of the gate.
    guard let days = try? await PostgresMaintenance(pool: platform.pool).daysAhead() else { return [] }
    return [MetricReading("verifyd_partition_days_ahead", .gauge, [], Double(days))]
}

/// Once an hour drops what was put aside too long ago; any number of workers may do so at once.
private func forgetTheDead(_ platform: Platform, olderThan retention: Duration) async {
    let dead = DeadQueue(platform.broker, topology: platform.topology)
    while (try? await Task.sleep(for: .seconds(3_600))) != nil {
        do {
            let count = try await dead.forget(before: Platform.now() - retention)
            if count > 0 { platform.logger.info("old dead letters forgotten", metadata: [LogKeys.count: "\(count)"]) }
        } catch {
            // What is left is forgotten the next time.
            platform.logger.info("old dead letters not forgotten", metadata: [LogKeys.error: "\(error)"])
        }
    }
    await dead.close()
}

/// Makes the days' partitions ahead and forgets what is too old; any number of workers may do so at once.
private func maintain(_ platform: Platform, retention: Duration) async {
    let maintenance = PostgresMaintenance(pool: platform.pool)
    while !Task.isCancelled {
        var pause = Duration.seconds(3_600)
        do {
            try await maintenance.makePartitions()
        } catch {
            platform.logger.warning("partitions not made", metadata: [LogKeys.error: "\(error)"])
            pause = .seconds(10)
        }
        do {
            try await maintenance.forget(olderThan: retention)
        } catch {
            // What is left is forgotten the next time.
            platform.logger.warning("old rows not forgotten", metadata: [LogKeys.error: "\(error)"])
        }
        try? await Task.sleep(for: pause)
    }
}
