import Dispatch
import Glibc
import HTTPService
import Logging
import PostgreSQL
import RequestQueue
import ServiceLifecycle
import SessionStore
import UnixSignals
import VerificationCore
import VerificationWorker

/// One process: the services of its roles, and what they stand on.
struct VerifydProcess {
    enum Role: String, CaseIterable {
        case sandbox, worker, api
    }

    /// After so long without having stopped by itself the process is ended; a worker needs at most 24 s.
    private static let lastResort = DispatchTimeInterval.milliseconds(24_500)

    let roles: Set<Role>
    let platform: Platform

    init(_ roles: Set<Role>, _ settings: Settings, name: String) throws {
        self.roles = roles
        platform = try Platform(settings, role: name)
    }

    /// Runs until SIGTERM, SIGINT or SIGHUP, and then for at most 25 seconds more.
    func run() async throws {
        // Without a name the group would write the service out with all that is in it, secrets included.
        let services = ServiceGroupConfiguration.ServiceConfiguration(
            service: try makeServices(), successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "verifyd")
        var configuration = ServiceGroupConfiguration(
            services: [services], gracefulShutdownSignals: Self.stopSignals, logger: platform.logger)
        // A caller who does not read the answer, for example, is not waited for any longer.
        configuration.maximumGracefulShutdownDuration = .seconds(23)
        defer { platform.pool.close() }
        try await ServiceGroup(configuration: configuration).run()
    }

    private func makeServices() throws -> SideBySide {
        let store = PostgresVerificationStore(pool: platform.pool)
        let apps = PostgresAppDirectory(
            pool: platform.pool, configuration: platform.database, clock: platform.clock, logger: platform.logger)
        let gateway = try GatewayChoice(platform.settings, isWorker: roles.contains(.worker))
        var services: [any Service] = [OnShutdown { endInTime(platform.logger) }]
        let gate = StoreGate(store: store, logger: platform.logger)
        var supports = [Support { await apps.run() }, Support { await gate.keep() }]
        var vitals = platform.vitals
        vitals += platform.vitals(of: store, apps, behind: gate)
        if roles.contains(.sandbox) { services += try SandboxAssembly(platform, gateway).services }
        if roles.contains(.worker) {
            let worker = try WorkerAssembly(platform, store, gate, apps, gateway)
            services += worker.services
            supports += worker.supports
            vitals += worker.vitals
        }
        let api = try roles.contains(.api) ? APIAssembly(platform, store, apps) : nil
        if let api {
            supports += api.supports
            vitals += api.vitals
            // An instance whose worker has nothing to do can answer callers all the same.
            vitals.needs = api.vitals.needs
        }
        let readiness = Readiness(vitals.checks, needs: vitals.needs)
        if let api { services += try api.services(readiness) }
        supports.append(try AdminAssembly(platform, vitals, readiness).support)
        return SideBySide(services: services, supports: supports)
    }

    /// Under `nohup` the end of the terminal is no reason to stop.
    private static var stopSignals: [UnixSignal] {
        var hangUp = sigaction()
        sigaction(SIGHUP, nil, &hangUp)
        let isIgnored = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1
        return [.sigterm, .sigint] + (isIgnored ? [] : [.sighup])
    }

    /// Ends a process in which something does not end, whatever its threads wait for.
    private func endInTime(_ logger: Logger) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.lastResort) {
            logger.critical("not everything has ended in time")
            _exit(EXIT_FAILURE)
        }
    }
}
