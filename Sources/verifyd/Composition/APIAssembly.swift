import HTTPService
import Logging
import RequestQueue
import ServiceLifecycle
import SessionStore
import Telemetry
import VerificationAPI
import VerificationCore

/// The HTTP API with its adapters.
struct APIAssembly {
    let supports: [Support]
    let vitals: Vitals
    private let platform: Platform
    private let dependencies: APIDependencies
    private let publisher: AMQPRequestPublisher

    init(_ platform: Platform, _ store: PostgresVerificationStore, _ apps: PostgresAppDirectory) throws {
        self.platform = platform
        let publisher = AMQPRequestPublisher(platform.broker, topology: platform.topology, logger: platform.logger)
        self.publisher = publisher
        dependencies = APIDependencies(
            apps: apps, queue: publisher, store: store, testNumbers: AppRegistry(pool: platform.pool),
            phones: platform.phones, keyRing: try platform.settings.keyRing(), now: Platform.now,
            random: Platform.random)
        supports = [Support { await publisher.run() }]
        // Without the database new verifications are still accepted, and without the broker codes are checked: a load
        // balancer that took the instance away for either would break that.
        vitals = Vitals(
            checks: [
                ReadinessCheck("apps") { apps.isLoaded }, ReadinessCheck("queue") { publisher.isReady },
                platform.databaseCheck(store),
            ],
            needs: [["apps"], ["queue", "database"]], hasStarted: [{ apps.isLoaded }],
            readings: [{ [Platform.connectionReading("publishing", isUp: publisher.isReady)] }])
    }

    /// The server; load balancers read `readiness` there.
    func services(_ readiness: Readiness) throws -> [any Service] {
        let router = APIRoutes(dependencies, readiness: readiness, logger: platform.logger).makeRouter()
        return [
            OnShutdown { publisher.endWaits() },
            try Listener(router, host: .httpHost, port: .httpPort, platform, message: "API listens"),
        ]
    }
}
