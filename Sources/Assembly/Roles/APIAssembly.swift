import HTTPService
import Logging
import PhoneNumbers
import RequestQueue
import ServiceLifecycle
import SessionStore
import Telemetry
import VerificationAPI
import VerificationCore
import Verifications

/// The HTTP API with its adapters.
struct APIAssembly {
    let supports: [Support]
    let vitals: Vitals
    private let adapters: Adapters
    private let apiPorts: APIPorts
    private let publisher: AMQPRequestPublisher
    private let watch: StatusWatch

    init(_ adapters: Adapters, receipts: ReceiptIntake) throws {
        self.adapters = adapters
        let (store, apps) = (adapters.store, adapters.apps)
        let publisher = AMQPRequestPublisher(
            adapters.broker, topology: adapters.topology, tracer: adapters.tracer, logger: adapters.logger)
        let (keyRing, codeKeys) = (
            try adapters.settings.value(of: CodeSettings.keys), PostgresCodeKeyRegister(pool: adapters.pool)
        )
        let watch = StatusWatch(store)
        self.publisher = publisher
        self.watch = watch
        let ports = VerificationPorts(
            queue: publisher, reader: store, checks: store, canceller: store, eraser: store, history: store,
            testNumbers: AppRegistry(pool: adapters.pool), codeKeys: codeKeys, watch: watch, keyRing: keyRing,
            phones: adapters.phones, tallies: adapters.tallies, blocks: { apps.blocks }, now: adapters.now,
            random: Machine.random)
        apiPorts = APIPorts(
            apps: apps, phones: adapters.phones, ports: ports, receipts: receipts,
            metrics: APIMetrics(countries: Set(NumberingPlan.regions)))
        supports = [
            Support { await publisher.run() },
            Support { [logger = adapters.logger] in await note(keyRing.currentName, in: codeKeys, logger) },
            Support { await tellPresence(adapters) },
        ]
        // Without the database the API still accepts new verifications, and without the broker it still checks codes.
        // So a load balancer must not stop using the instance while either of them answers.
        vitals = Vitals(
            checks: [
                ReadinessCheck("apps") { apps.isLoaded }, ReadinessCheck("queue") { publisher.isReady },
            ],
            needs: [["apps"], ["queue", "database"]], hasStarted: [{ apps.isLoaded }],
            readings: [{ [Adapters.connectionReading("publishing", isUp: publisher.isReady)] }])
    }

    /// The HTTP server, which also shows `readiness` to load balancers.
    func services(_ readiness: Readiness) throws -> [any Service] {
        let surface = APIRoutes.surface(
            apiPorts, readiness: readiness, tracer: adapters.tracer, logger: adapters.logger)
        return [
            OnShutdown {
                publisher.endWaits()
                await watch.close()
            },
            try Listener(surface, host: HTTPSettings.host, port: HTTPSettings.port, adapters, message: "API listens"),
        ]
    }
}

/// Counts the process among those that are there, for the dashboard, until the task is cancelled.
private func tellPresence(_ adapters: Adapters) async {
    while !Task.isCancelled {
        adapters.tallies.apiAlive(at: adapters.now())
        // Only the end of the process cancels it.
        try? await Task.sleep(for: TallyBook.apiPulse)
    }
}

/// Notes in the database every minute that this process uses the key `keyName`; a note counts for five minutes.
private func note(_ keyName: String, in register: PostgresCodeKeyRegister, _ logger: Logger) async {
    var isNoted = true
    while !Task.isCancelled {
        do throws(StoreProblem) {
            try await register.noteUse(of: keyName)
            isNoted = true
        } catch {
            if isNoted { logger.warning("use of the code key not noted", metadata: [LogKeys.error: "\(error)"]) }
            isNoted = false
        }
        try? await Task.sleep(for: .seconds(isNoted ? 60 : 5))
    }
}
