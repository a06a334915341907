import AMQP
import AccountCore
import Languages
import Logging
import Messages
import PhoneNumbers
import PostgreSQL
import Queue
import Store
import Telemetry
import VerificationCore
import Verifications

/// What every process plugs into the ports of its services, made from the settings.
package struct Adapters: Sendable {
    let settings: Settings
    package let telemetry: ProcessTelemetry
    /// For all questions to the database; `apps` hears of changes on a connection of its own.
    package let pool: PostgresPool
    package let broker: BrokerPlace
    let store: GatedStore
    let apps: PostgresAppDirectory
    /// The changes of the settings that this process's worker knows.
    let knowledge: WorkerKnowledge
    /// Judges numbers by the plan that the settings name.
    let phones: PlanParser

    /// Connects to nothing yet.
    ///
    /// - Parameters:
    ///   - settings: where everything is.
    ///   - role: the connections' name in the broker's and the database's lists.
    ///   - work: what this process does with the store; its user in the database may have no other rights.
    ///   - needsAccounts: whether this process has no work without accounts.
    /// - Throws: `SettingsError` when a setting is missing or wrong.
    package init(_ settings: Settings, role: String, work: StoreWork = .claims, needsAccounts: Bool = false) throws {
        self.settings = settings
        let logger = try settings.logger(label: role)
        phones = PlanParser(try settings.value(of: PhoneSettings.plan))
        if phones.plan.date < NumberingPlan.builtIn.date {
            logger.warning(
                "the numbering plan of phones.plan is older than the built-in one",
                metadata: [LogKeys.detail: "\(phones.plan.words), not \(NumberingPlan.builtIn.words)"])
        }
        let exporter = try settings.spanExporter(role: role, logger: logger)
        telemetry = ProcessTelemetry(
            logger: logger, metrics: .ofProcess, tracer: try settings.tracer(exporter), spanExporter: exporter)
        let database = try settings.database(role: role)
        pool = PostgresPool(database)
        broker = BrokerPlace(configuration: try settings.broker(role: role), topology: try settings.topology())
        let verifications = PostgresVerificationStore(pool: pool, work: work)
        let clock = StoreClock(host: Machine.now)
        apps = PostgresAppDirectory(pool: pool, configuration: database, clock: clock, logger: logger)
        knowledge = WorkerKnowledge(apps)
        // A process with other roles goes on without accounts: its workers still send, and its API still answers.
        let accounts = needsAccounts ? PostgresAccounts(pool: pool) : nil
        let gate = StoreGate(
            examine: { () async throws(StoreError) in
                try await verifications.examine()
                try await accounts?.examine()
            }, logger: logger)
        store = GatedStore(verifications: verifications, gate: gate, clock: clock)
    }

    /// Closes the connections to the database.
    package func close() { pool.close() }

    /// What reads the numbers that the Firebase surface takes and that workers send to.
    ///
    /// With `identity.mode=emulator` they include made-up numbers. The API for backends refuses these in every mode.
    var servedPhones: any PhoneNumberParser {
        get throws(SettingsError) {
            switch try settings.value(of: IdentitySettings.mode) {
            case .emulator: MadeUpPhoneNumbers(phones)
            case .production: phones
            }
        }
    }

    /// The database's time, as far as this process knows it.
    var now: @Sendable () -> Timestamp { { [clock = store.clock] in clock.now } }
}

/// Where a process logs, counts and traces what it does.
package struct ProcessTelemetry: Sendable {
    /// Its label is the name of the process.
    package let logger: Logger
    let metrics: PrometheusRegistry
    /// What the roles of this process count, until it is in the database.
    let tallies = TallyBuffer()
    /// Begins spans; off unless the settings say where spans go.
    let tracer: Tracer
    /// Sends the spans of `tracer`; nil when it is off.
    let spanExporter: SpanExporter?

    /// The listeners to the facts of a part of this process; `spans` end the spans of its facts.
    func facts(of workload: FactMetrics.Workload, tracedBy spans: FactSpans? = nil) -> Facts {
        var records: [Facts.Listener] = [FactLog(logger).hear]
        if let spans { records.append(spans.hear) }
        return Facts(statistics: [tallies.hear, FactMetrics(of: workload).hear], records: records)
    }
}

/// The broker's address, and the names and waits of this installation's queues.
package struct BrokerPlace: Sendable {
    /// The broker's address, and how to connect.
    package let configuration: AMQPConfiguration
    package let topology: QueueTopology
}

/// The store of verifications with what stands before it.
struct GatedStore: Sendable {
    let verifications: PostgresVerificationStore
    /// Holds work back while the database is away or does not fit this program.
    let gate: StoreGate
    /// For times that other processes compare with the database's time.
    let clock: StoreClock
}

extension Adapters {
    /// The queue of requests; a worker has at most `worker.prefetch` of them in hand.
    package func makeInbox() throws -> AMQPJobInbox {
        makeInbox(of: .requests, prefetch: UInt16(try settings.workerPrefetch))
    }

    /// Where jobs of a kind come from; `publisher` moves them, and nil gives the inbox a connection of its own for it.
    func makeInbox(
        of queue: WorkQueue, prefetch: UInt16? = nil, movingBy publisher: AMQPJobPublisher? = nil
    ) -> AMQPJobInbox {
        AMQPJobInbox(
            broker.configuration, topology: broker.topology, of: queue, prefetch: prefetch, movingBy: publisher,
            workers: PostgresWorkerRegistry(pool: pool), random: Machine.random, now: Machine.now,
            logger: telemetry.logger)
    }

    /// The way of jobs to their queue, over a connection of its own.
    package func makePublisher(of queue: WorkQueue) -> AMQPJobPublisher {
        AMQPJobPublisher(
            broker.configuration, topology: broker.topology, of: queue, tracer: telemetry.tracer,
            logger: telemetry.logger)
    }

    /// Makes a worker, for a process and for a measurement alike.
    ///
    /// It takes requests from `inbox`, for example `makeInbox()`, and sends messages through `routes`. For test
    /// numbers it puts the receipts on `receipts`.
    package func makeWorker(
        inbox: any JobInbox, routes: any GatewayRoutes, receipts: any JobPublisher
    ) throws -> JobWorker {
        let ports = WorkerPorts(
            store: store.verifications, routes: routes, receipts: receipts,
            rules: RulesInForce(
                apps: apps, changes: knowledge, blocks: { [apps] in apps.blocks },
                servesEmulator: try settings.value(of: IdentitySettings.mode) == .emulator),
            maker: MessageMaker(
                phones: try servedPhones, keys: try settings.value(of: CodeSettings.keys), writer: try .standard()),
            telemetry: WorkerTelemetry(
                facts: telemetry.facts(
                    of: .jobs(.requests),
                    tracedBy: FactSpans(
                        exchange: broker.topology.exchange, routingKey: QueueTopology.requestKey,
                        queue: broker.topology.requests)),
                tracer: telemetry.tracer),
            now: now, random: Machine.random)
        let times = WorkerTimes(
            gatewayDeadline: try settings.value(of: GatewaySettings.deadline),
            retries: RetryPolicy(
                retrySchedule: try settings.value(of: QueueSettings.retrySchedule),
                maxTries: try settings.value(of: WorkerSettings.tries)))
        return JobWorker(ports, from: inbox, settings: times, gate: store.gate, logger: telemetry.logger)
    }
}

extension MessageWriter {
    /// Writes from the texts that come with the program.
    package static func standard() throws -> MessageWriter {
        MessageWriter(catalog: try .embedded(languages: ICULanguageData()))
    }
}
