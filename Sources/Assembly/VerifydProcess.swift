import ConnectionSupport
import Dispatch
import Glibc
import HTTPService
import Logging
import PostgreSQL
import RequestQueue
import SMSGateways
import ServiceLifecycle
import SessionStore
import SpanExport
import UnixSignals
import VerificationCore
import VerificationWorker

/// A process: the services of its roles, and the supports that these services need.
package struct VerifydProcess {
    /// What a process does for an installation; one process may have several.
    package enum Role: Sendable {
        case worker, api, dashboard
    }

    /// How long after the signal the process ends by force; a worker needs at most 24 s to stop.
    private static let lastResort = DispatchTimeInterval.milliseconds(24_500)

    private let roles: Set<Role>
    private let adapters: Adapters

    /// `name`: the process's name in its log, and in the broker's and the database's lists of connections.
    package init(_ roles: Set<Role>, _ settings: Settings, name: String) throws {
        self.roles = roles
        adapters = try Adapters(settings, role: name, work: roles.contains(.worker) ? .claims : .checks)
    }

    /// Runs until SIGTERM, SIGINT or SIGHUP, and then for at most 25 seconds more.
    ///
    /// Throws when a setting is missing or wrong, or a service fails.
    package func run() async throws {
        // Without a name, the group would log the service as a value, with all its secrets.
        let services = ServiceGroupConfiguration.ServiceConfiguration(
            service: try makeServices(), successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "verifyd")
        var configuration = ServiceGroupConfiguration(
            services: [services], gracefulShutdownSignals: Self.stopSignals, logger: adapters.logger)
        // Then the group cancels what still runs, for example an answer that its caller does not read.
        configuration.maximumGracefulShutdownDuration = .seconds(23)
        defer { adapters.close() }
        // The gateway of somebody else, which may block its thread, runs apart; see `GatewayCalls`.
        try await withTaskExecutorPreference(NearExecutor.shared) { [configuration] in
            try await ServiceGroup(configuration: configuration).run()
        }
    }

    private func makeServices() throws -> SideBySide {
        let (apps, gate) = (adapters.apps, adapters.gate)
        var services: [any Service] = [OnShutdown { endInTime(adapters.logger) }]
        let tallies = TallyKeeper(adapters.tallies, PostgresTallies(pool: adapters.pool), logger: adapters.logger)
        var supports = [
            Support { await apps.run() }, Support { await gate.keep() }, Support { await tallies.run() },
        ]
        var vitals = adapters.processVitals
        vitals += adapters.databaseVitals
        vitals += adapters.traceVitals
        if let exporter = adapters.spanExporter {
            supports.append(Support(onEnd: { exporter.close() }) { await exporter.run() })
        }
        // A dashboard alone needs no provider's secret.
        let receipts =
            roles == [.dashboard] ? nil : try ReceiptAssembly(adapters, isNeeded: roles.contains(.worker))
        if let receipts {
            supports += receipts.supports
            vitals += receipts.vitals
        }
        if roles.contains(.worker), let receipts {
            let gateways = try Gateways(
                adapters.settings, tells: { [logger = adapters.logger] in logger.tell($0, $1) }, keeps: receipts.keeps)
            services += try SandboxAssembly(adapters, gateways).services
            let worker = try WorkerAssembly(adapters, gateways, receipts: receipts.publisher)
            services += worker.services
            supports += worker.supports
            vitals += worker.vitals
        }
        let api = try receipts.flatMap { receipts in
            try roles.contains(.api) ? APIAssembly(adapters, receipts: receipts.intake) : nil
        }
        if let api {
            supports += api.supports
            vitals += api.vitals
            // The worker's needs do not count here: the API can answer callers while the worker takes no requests.
            vitals.needs = api.vitals.needs
        }
        if roles.contains(.dashboard) {
            let dashboard = try DashboardAssembly(adapters)
            services += dashboard.services
            supports += dashboard.supports
            vitals += dashboard.vitals
        }
        let readiness = Readiness(vitals.checks, needs: vitals.needs)
        if let api { services += try api.services(readiness) }
        let admin = try AdminAssembly(adapters.settings, adapters.metrics, vitals, readiness, adapters.logger)
        supports.append(admin.support)
        return SideBySide(services: services, supports: supports)
    }

    /// Without SIGHUP when the process was started to ignore it, for example by `nohup`.
    static var stopSignals: [UnixSignal] {
        var hangUp = sigaction()
        sigaction(SIGHUP, nil, &hangUp)
        let isIgnored = unsafeBitCast(hangUp.__sigaction_handler.sa_handler, to: Int.self) == 1
        return [.sigterm, .sigint] + (isIgnored ? [] : [.sighup])
    }

    /// Ends the process when the stop takes too long, also when all threads of Swift tasks are blocked.
    private func endInTime(_ logger: Logger) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.lastResort) {
            logger.critical("not everything has ended in time")
            _exit(EXIT_FAILURE)
        }
    }
}

extension Logger {
    /// Tells of a gateway's standing connection.
    fileprivate func tell(_ gateway: String, _ link: GatewayLink) {
        let name = MetadataValue.string(gateway)
        switch link {
        case .up: info("connected to the gateway", metadata: [LogKeys.gateway: name])
        case .down(let reason?):
            warning("no connection to the gateway", metadata: [LogKeys.gateway: name, LogKeys.error: "\(reason)"])
        case .down(nil): break
        }
    }
}
