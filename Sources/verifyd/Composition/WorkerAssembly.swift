import Logging
import RequestQueue
import SMSGateways
import ServiceLifecycle
import SessionStore
import VerificationCore
import VerificationWorker

/// The worker with its adapters.
struct WorkerAssembly {
    let services: [any Service]

    init(
        _ platform: Platform, _ store: PostgresVerificationStore, _ apps: PostgresAppDirectory, _ gateway: GatewayChoice
    ) throws {
        let settings = platform.settings
        let inbox = AMQPRequestInbox(
            platform.broker, topology: platform.topology,
            prefetch: UInt16(try settings.number(.workerPrefetch, in: 1...10_000)), random: Platform.random,
            logger: platform.logger)
        let parts = WorkerParts(
            store: store, apps: apps, inbox: inbox, routes: try gateway.routes(settings), phones: platform.phones,
            writer: try Platform.writer(), keys: try settings.keyRing(),
            retries: RetryPolicy(
                ladder: try settings.ladder(), maxTries: try settings.number(.workerTries, in: 1...100)),
            now: { [clock = platform.clock] in clock.now }, random: Platform.random)
        let worker = WorkerService(
            parts, settings: WorkerSettings(gatewayDeadline: try settings.duration(.gatewayDeadline)),
            logger: platform.logger)
        let retention = Duration.seconds(try settings.number(.retentionDays, in: 1...3_650) * 86_400)
        services = [
            BackgroundService("inbox", onShutdown: { await inbox.close() }) {
                // Nothing is taken off the queue for a database that this program cannot work with.
                await cancelWhenGracefulShutdown { try? await worker.gate.opened() }
                await inbox.run()
            },
            BackgroundService("maintenance") { await maintain(platform, retention: retention) },
            BackgroundService("dead letters") { await forgetTheDead(platform, olderThan: retention) },
            worker,
        ]
    }
}

/// Once an hour drops what was put aside too long ago; any number of workers may do so at once.
private func forgetTheDead(_ platform: Platform, olderThan retention: Duration) async {
    let dead = DeadQueue(platform.broker, topology: platform.topology)
    while (try? await Task.sleep(for: .seconds(3_600))) != nil {
        do {
            let count = try await dead.forget(before: Platform.now() - retention)
            if count > 0 { platform.logger.info("old dead letters forgotten", metadata: ["count": "\(count)"]) }
        } catch {
            // What is left is forgotten the next time.
            platform.logger.info("old dead letters not forgotten", metadata: ["problem": "\(error)"])
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
            platform.logger.warning("partitions not made", metadata: ["problem": "\(error)"])
            pause = .seconds(10)
        }
        do {
            try await maintenance.forget(olderThan: retention)
        } catch {
            // What is left is forgotten the next time.
            platform.logger.warning("old rows not forgotten", metadata: ["problem": "\(error)"])
        }
        try? await Task.sleep(for: pause)
    }
}
