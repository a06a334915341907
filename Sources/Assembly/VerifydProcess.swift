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
package struct VerifydProcess {
    /// What a process does for an installation; one process may have several.
    package enum Role: Sendable {
        case worker, api
    }

    /// A process that has not stopped by itself is ended after this time; a worker needs at most 24 s.
    private static let lastResort = DispatchTimeInterval.milliseconds(24_500)

    private let roles: Set<Role>
    private let adapters: Adapters

    /// `name`: what the process is called in its log, and in the broker's and the database's lists.
    package init(_ roles: Set<Role>, _ settings: Settings, name: String) throws {
        self.roles = roles
        adapters = try Adapters(settings, role: name)
    }

    /// Runs until SIGTERM, SIGINT or SIGHUP, and then for at most 25 seconds more.
    package func run() async throws {
        // Without a name the group would log the service with everything in it, secrets included.
        let services = ServiceGroupConfiguration.ServiceConfiguration(
            service: try makeServices(), successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "verifyd")
        var configuration = ServiceGroupConfiguration(
            services: [services], gracefulShutdownSignals: Self.stopSignals, logger: adapters.logger)
        // The process waits no longer, for example for a caller who does not read the answer.
        configuration.maximumGracefulShutdownDuration = .seconds(23)
        defer { adapters.close() }
        try await ServiceGroup(configuration: configuration).run()
    }

    private func makeServices() throws -> SideBySide {
        let (apps, gate) = (adapters.apps, adapters.gate)
        var services: [any Service] = [OnShutdown { endInTime(adapters.logger) }]
        var supports = [Support { await apps.run() }, Support { await gate.keep() }]
        var vitals = adapters.processVitals
        vitals += adapters.databaseVitals
        if roles.contains(.worker) {
            let gateways = try Gateways(adapters.settings)
            services += try SandboxAssembly(adapters, gateways).services
            let worker = try WorkerAssembly(adapters, gateways)
            services += worker.services
            supports += worker.supports
            vitals += worker.vitals
        }
        let api = try roles.contains(.api) ? APIAssembly(adapters) : nil
        if let api {
            supports += api.supports
            vitals += api.vitals
            // An instance whose worker has nothing to do can answer callers all the same.
            vitals.needs = api.vitals.needs
        }
        let readiness = Readiness(vitals.checks, needs: vitals.needs)
        if let api { services += try api.services(readiness) }
        supports.append(try AdminAssembly(adapters, vitals, readiness).support)
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
