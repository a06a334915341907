import Connections
import Dispatch
import Foundation
import Gateways
import Glibc
import HTTPService
import Logging
import PostgreSQL
import Queue
import ServiceLifecycle
import Store
import Telemetry
import UnixSignals
import VerificationCore
import Verifications

/// A process: the services of its roles, and the supports that these services need.
package struct VerifydProcess {
    /// What a process does for an installation; one process may have several.
    package enum Role: Sendable {
        case worker, api, dashboard, identity
    }

    /// How long after the signal the process ends by force; a worker needs at most 24 s to stop.
    private static let lastResort = DispatchTimeInterval.milliseconds(24_500)

    private let roles: Set<Role>
    private let adapters: Adapters

    /// `name`: the process's name in its log, and in the broker's and the database's lists of connections.
    package init(_ roles: Set<Role>, settings: Settings, name: String) throws {
        self.roles = roles
        adapters = try Adapters(
            settings, role: name, work: Self.work(of: roles), needsAccounts: roles == [.identity])
    }

    /// The work that needs the most rights, because a process has a single user in the database.
    private static func work(of roles: Set<Role>) -> StoreWork {
        if roles.contains(.worker) { return .claims }
        return roles == [.dashboard] ? .looks : .checks
    }

    /// Runs until SIGTERM, SIGINT or SIGHUP, and then for at most 25 seconds more.
    ///
    /// Throws when a setting is missing or wrong, or a service fails.
    package func run() async throws {
        // Without a name, the group would log the service as a value, with all its secrets.
        let services = ServiceGroupConfiguration.ServiceConfiguration(
            service: try makeServices(), successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "verifyd")
        var configuration = ServiceGroupConfiguration(
            services: [services], gracefulShutdownSignals: Self.stopSignals, logger: adapters.telemetry.logger)
        // Then the group cancels what still runs, for example an answer that its caller does not read.
        configuration.maximumGracefulShutdownDuration = .seconds(23)
        defer { adapters.close() }
        // A gateway by another author, which may block its thread, runs apart; see `GatewayCalls`.
        try await withTaskExecutorPreference(NearExecutor.shared) { [configuration] in
            try await ServiceGroup(configuration: configuration).run()
        }
    }

    private func makeServices() throws -> SideBySide {
        var parts = ProcessParts()
        parts.add(services: [OnShutdown { endInTime(adapters.telemetry.logger) }])
        addCommon(to: &parts)
        addServiceManager(to: &parts)
        // Only these roles need a provider's secret.
        let receipts =
            roles.isDisjoint(with: [.worker, .api])
            ? nil : try ReceiptAssembly(adapters, isNeeded: roles.contains(.worker))
        if let receipts { parts.add(supports: receipts.supports, vitals: receipts.vitals) }
        if roles.contains(.worker), let receipts { try addWorker(receipts, to: &parts) }
        let callers = roles.isDisjoint(with: [.api, .identity]) ? nil : try CallerAssembly(adapters)
        if let callers {
            parts.add(services: [callers.endOfWaits], supports: callers.supports, vitals: callers.vitals)
            // The worker's needs do not count here: callers can be answered while the worker takes no requests.
            parts.vitals.needs = callers.vitals.needs
        }
        if roles.contains(.dashboard) {
            let dashboard = try DashboardAssembly(adapters)
            parts.add(services: dashboard.services, supports: dashboard.supports, vitals: dashboard.vitals)
        }
        let readiness = Readiness(parts.vitals.checks, needs: parts.vitals.needs)
        if let callers { try addSurfaces(callers, receipts: receipts?.intake, readiness: readiness, to: &parts) }
        let admin = try AdminAssembly(
            adapters.settings, metrics: adapters.telemetry.metrics, vitals: parts.vitals, readiness: readiness,
            logger: adapters.telemetry.logger)
        parts.add(supports: [admin.support])
        return SideBySide(services: parts.services, supports: parts.supports)
    }

    private func addCommon(to parts: inout ProcessParts) {
        let (apps, gate) = (adapters.apps, adapters.store.gate)
        let tallies = TallySync(
            adapters.telemetry.tallies, to: PostgresTallies(pool: adapters.pool), sleep: ConnectionLoop.rest,
            logger: adapters.telemetry.logger)
        parts.add(supports: [
            Support { await apps.run() }, Support { await gate.keep() }, Support { await tallies.run() },
        ])
        for vitals in [adapters.processVitals, adapters.databaseVitals, adapters.traceVitals] {
            parts.add(vitals: vitals)
        }
        if let exporter = adapters.telemetry.spanExporter {
            parts.add(supports: [Support(onEnd: { exporter.close() }) { await exporter.run() }])
        }
    }

    private func addServiceManager(to parts: inout ProcessParts) {
        let environment = ProcessInfo.processInfo.environment
        guard let manager = ServiceManager(environment: environment, processID: Machine.processID) else { return }
        let logger = adapters.telemetry.logger
        // A support that returns early ends nothing.
        parts.add(
            services: [OnShutdown { manager.tellStop() }], supports: [Support { await manager.run(logger) }])
    }

    private func addWorker(_ receipts: ReceiptAssembly, to parts: inout ProcessParts) throws {
        let gateways = try ConfiguredGateways(
            adapters.settings, tells: { [logger = adapters.telemetry.logger] in logger.tell($0, is: $1) },
            keeps: receipts.keeps)
        for described in adapters.settings.gateways {
            guard let advice = try adapters.settings.advice(on: described) else { continue }
            adapters.telemetry.logger.warning("a gateway's setting is odd", metadata: [LogKeys.detail: "\(advice)"])
        }
        let worker = try WorkerAssembly(adapters, gateways: gateways, receipts: receipts.publisher)
        parts.add(services: try SandboxAssembly(adapters, gateways: gateways).services)
        parts.add(services: worker.services, supports: worker.supports, vitals: worker.vitals)
    }

    /// The servers that callers of verifications use; `receipts` is nil where the process is no API.
    private func addSurfaces(
        _ callers: CallerAssembly, receipts: ReceiptIntake?, readiness: Readiness, to parts: inout ProcessParts
    ) throws {
        if let receipts, roles.contains(.api) {
            let api = APIAssembly(adapters, callers: callers, receipts: receipts)
            parts.add(services: try api.services(readiness), supports: api.supports)
        }
        if roles.contains(.identity) {
            parts.add(services: try IdentityAssembly(adapters, verifications: callers).services(readiness))
        }
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
    /// Logs a change of a gateway's standing connection.
    fileprivate func tell(_ gateway: String, is link: GatewayLink) {
        let name = MetadataValue.string(gateway)
        switch link {
        case .up: info("connected to the gateway", metadata: [LogKeys.gateway: name])
        case .down(let reason?):
            warning("no connection to the gateway", metadata: [LogKeys.gateway: name, LogKeys.error: "\(reason)"])
        case .down(nil): break
        }
    }
}
