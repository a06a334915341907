import Connections
import HTTPService
import Logging
import Operations
import ServiceLifecycle
import Store
import VerificationAPI
import VerificationCore
import Verifications

/// The HTTP API with its adapters.
struct APIAssembly {
    let supports: [Support]
    private let adapters: Adapters
    private let apiPorts: APIPorts

    init(_ adapters: Adapters, callers: CallerAssembly, receipts: ReceiptIntake) {
        self.adapters = adapters
        // The backend's users wait, so an action is done also where the audit takes no line: 1.5 s at most go by for
        // it.
        let permits = Permits(
            audit: PostgresAudit(pool: adapters.pool),
            policy: .wanted { [logger = adapters.telemetry.logger] problem in
                logger.error("a backend's action is not in the audit", metadata: [LogKeys.error: "\(problem)"])
            })
        let registry = AppRegistry(pool: adapters.pool)
        apiPorts = APIPorts(
            apps: adapters.apps, phones: adapters.phones, ports: callers.ports, watch: callers.watch,
            testNumbers: TestNumberService(
                store: registry, keyRing: callers.ports.ids.keyRing, permits: permits, now: adapters.now,
                random: Machine.random),
            verifications: VerificationService(store: callers.ports.store, apps: registry, permits: permits),
            receipts: receipts)
        let presence = APIPresence(in: adapters.telemetry.tallies, now: adapters.now)
        let life = adapters.life(.api, pool: adapters.pool)
        supports = [
            Support { await presence.run() }, Support { await life.run() },
        ]
    }

    /// The HTTP server, which also shows `readiness` to load balancers.
    func services(_ readiness: Readiness) throws -> [any Service] {
        let surface = APIRoutes.surface(
            apiPorts, readiness: readiness, tracer: adapters.telemetry.tracer, logger: adapters.telemetry.logger)
        return [
            try Listener(
                surface, host: HTTPSettings.host, port: HTTPSettings.port, adapters: adapters, message: "API listens")
        ]
    }
}
