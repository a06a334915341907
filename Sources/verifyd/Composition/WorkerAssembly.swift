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
            prefetch: UInt16(try settings.number(.workerPrefetch, in: 1...10_000)), logger: platform.logger)
        let parts = WorkerParts(
            store: store, apps: apps, inbox: inbox, routes: try gateway.routes(settings), phones: platform.phones,
            writer: MessageWriter(catalog: try .embedded()), keys: try settings.keyRing(),
            retries: RetryPolicy(
                ladder: try settings.ladder(), maxTries: try settings.number(.workerTries, in: 1...100)),
            random: Platform.random)
        let worker = WorkerService(
            parts, settings: WorkerSettings(gatewayDeadline: try settings.duration(.gatewayDeadline)),
            logger: platform.logger)
        services = [
            BackgroundService("inbox", onShutdown: { await inbox.close() }) { await inbox.run() },
            BackgroundService("partitions") { await keepPartitions(of: store, platform) },
            worker,
        ]
    }
}

/// Makes the days' partitions ahead; any number of workers may do so at once.
private func keepPartitions(of store: PostgresVerificationStore, _ platform: Platform) async {
    while !Task.isCancelled {
        var pause = Duration.seconds(3_600)
        do {
            try await store.makePartitions()
        } catch {
            platform.logger.warning("partitions not made", metadata: ["problem": "\(error)"])
            pause = .seconds(10)
        }
        try? await Task.sleep(for: pause)
    }
}
