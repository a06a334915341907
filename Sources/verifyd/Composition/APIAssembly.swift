import Hummingbird
import Logging
import RequestQueue
import ServiceLifecycle
import SessionStore
import Telemetry
import VerificationAPI
import VerificationCore

/// The HTTP API with its adapters.
struct APIAssembly {
    let services: [any Service]

    init(_ platform: Platform, _ store: PostgresVerificationStore, _ apps: PostgresAppDirectory) throws {
        let settings = platform.settings
        let publisher = AMQPRequestPublisher(platform.broker, topology: platform.topology, logger: platform.logger)
        let routes = APIRoutes(
            APIDependencies(
                apps: apps, queue: publisher, store: store, testNumbers: AppRegistry(pool: platform.pool),
                phones: platform.phones, keyRing: try settings.keyRing(),
                now: { [clock = platform.clock] in clock.now }, random: Platform.random),
            health: Self.health(platform, store, apps, publisher), logger: platform.logger)
        let host = try settings.text(.httpHost)
        let application = Application(
            router: routes.makeRouter(), server: ServerLimits.server(),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: try settings.number(.httpPort, in: 0...65_535)), serverName: nil,
                backlog: 1_024, availableConnectionsDelegate: nil),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                platform.logger.info("API listens", metadata: ["address": "http://\(host):\(port)"])
            },
            logger: platform.quietLogger)
        services = [BackgroundService("publisher") { await publisher.run() }, application]
    }

    private static func health(
        _ platform: Platform, _ store: PostgresVerificationStore, _ apps: PostgresAppDirectory,
        _ publisher: AMQPRequestPublisher
    ) -> APIHealth {
        let processMetrics = ProcessMetrics()
        return APIHealth(
            readiness: [
                ReadinessCheck("queue") { publisher.isReady },
                ReadinessCheck("database", isRequired: false) { await answers(store) },
                ReadinessCheck("apps") { apps.isLoaded },
                ReadinessCheck("schema", isRequired: false) { !apps.isUnfit },
            ],
            hasStarted: { apps.isLoaded },
            metricsText: { Array((platform.metrics.rendered() + processMetrics.rendered()).utf8) })
    }
}

private func answers(_ store: PostgresVerificationStore) async -> Bool {
    do {
        try await store.ping()
        return true
    } catch {
        return false
    }
}
