import Logging
import PostgreSQL
import RequestQueue
import ServiceLifecycle
import SessionStore
import UnixSignals
import VerificationCore

/// One process: which of the services it runs, in the order in which they start; they stop in the opposite order, so
/// that whatever a service needs outlives it.
struct VerifydProcess {
    enum Role: String, CaseIterable {
        case sandbox, worker, api
    }

    let roles: Set<Role>
    let platform: Platform

    init(_ roles: Set<Role>, _ settings: Settings, name: String) throws {
        self.roles = roles
        platform = try Platform(settings, role: name)
    }

    /// Runs until SIGTERM or SIGINT, and then for at most 25 seconds more.
    func run() async throws {
        let store = PostgresVerificationStore(pool: platform.pool)
        let apps = PostgresAppDirectory(
            pool: platform.pool, configuration: platform.database, clock: platform.clock, logger: platform.logger)
        var services: [any Service] = [
            BackgroundService("pool", onShutdown: { platform.pool.close() }) { await untilShutdown() },
            BackgroundService("apps") { await apps.run() },
        ]
        let gateway = try GatewayChoice(platform.settings, isWorker: roles.contains(.worker))
        if roles.contains(.sandbox) { services += try SandboxAssembly(platform, gateway).services }
        if roles.contains(.worker) { services += try WorkerAssembly(platform, store, apps, gateway).services }
        if roles.contains(.api) { services += try APIAssembly(platform, store, apps).services }
        try await ServiceGroup(configuration: configuration(services)).run()
    }

    private func configuration(_ services: [any Service]) -> ServiceGroupConfiguration {
        // Below this level it prints every service with all that is in it.
        var logger = platform.logger
        logger.logLevel = max(logger.logLevel, .info)
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .seconds(23)
        configuration.maximumCancellationDuration = .seconds(1)
        return configuration
    }
}

/// Returns when the process begins to stop.
func untilShutdown() async {
    try? await gracefulShutdown()
}
