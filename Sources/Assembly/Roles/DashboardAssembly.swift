import AccountCore
import Connections
import Dashboard
import GatewayKit
import HTTPService
import Logging
import Metrics
import Operations
import PostgreSQL
import Queue
import ServiceLifecycle
import Store
import VerificationCore

/// The dashboard with its adapters; it has connections of its own, so that it never waits behind the API or a worker.
struct DashboardAssembly {
    /// For questions of pages, and no more: a page must not take from verifications what they need.
    ///
    /// Counts never hold all of them, so that a slow count holds up no look at gateways and workers.
    private static let connections = Counts.mostQuestionsAtOnce + 1

    let services: [any Service]
    let supports: [Support]
    let vitals: Vitals

    init(_ adapters: Adapters) throws {
        let settings = adapters.settings
        var database = try settings.database(role: "verifyd-dashboard")
        database.maximumConnections = Self.connections
        database.statementTimeout = .seconds(2)
        let pool = PostgresPool(database)
        let audit = CountingAudit(audit: PostgresAudit(pool: pool))
        let people = PostgresOperators(pool: pool)
        let operators = OperatorService(
            store: people, audit: audit, now: adapters.now, random: Machine.randomBytes,
            policy: try settings.secondFactorPolicy)
        let probe = AMQPBrokerProbe(adapters.broker.configuration, topology: adapters.broker.topology)
        let samples = QueueSampler(PostgresQueueSamples(pool: pool), now: adapters.now)
        let incidents = IncidentKeeper(PostgresIncidents(pool: pool), now: adapters.now)
        let life = adapters.life(.dashboard, pool: pool)
        let signOn = try settings.signOn(store: people, operators: operators, logger: adapters.telemetry.logger)
        let ports = try Self.ports(
            adapters, pool: pool, audit: audit, operators: operators, probe: probe, incidents: incidents,
            samples: samples, signOn: signOn)
        let surface = try DashboardRoutes(ports).surface(logger: adapters.telemetry.logger)
        services = [
            try Listener(
                surface, host: DashboardSettings.host, port: DashboardSettings.port, adapters: adapters,
                message: "dashboard listens")
        ]
        supports = [
            Support {
                defer { pool.close() }
                async let people: Void = operators.follow { await ConnectionLoop.rest(for: $0) }
                async let pauses: Void = ports.traffic.queues.settle { await ConnectionLoop.rest(for: $0) }
                async let kept: Void = incidents.keep { await ConnectionLoop.rest(for: $0) }
                async let sampled: Void = samples.keep { await ConnectionLoop.rest(for: $0) }
                async let marked: Void = life.run()
                await ports.overviews.situation.keep { await ConnectionLoop.rest(for: $0) }
                _ = await (people, pauses, kept, sampled, marked)
            },
            Support { await probe.run() },
        ]
        vitals = Vitals(readings: [{ await DashboardVitals.readings(of: ports.overviews.situation) }])
    }

    private static func ports(
        _ adapters: Adapters, pool: PostgresPool, audit: CountingAudit, operators: OperatorService,
        probe: AMQPBrokerProbe, incidents: IncidentKeeper, samples: QueueSampler, signOn: SignOnService?
    ) throws -> DashboardPorts {
        let (settings, store) = (adapters.settings, PostgresVerificationStore(pool: pool))
        let permits = Permits(audit: audit)
        let tallies = BoundedTallies(PostgresTallies(pool: pool), most: Counts.mostQuestionsAtOnce)
        let (apps, workers) = (AppRegistry(pool: pool), PostgresWorkerRegistry(pool: pool))
        let dead = DeadLetterQueue(adapters.broker.configuration, topology: adapters.broker.topology)
        let (marks, blocks) = (PostgresAcknowledgements(pool: pool), PostgresBlocks(pool: pool))
        let queries = CachedQueries(
            broker: probe, workers: workers, audit: audit, tallies: tallies, marks: marks, blocks: blocks,
            now: adapters.now)
        let keyRing = settings.dashboardKeys
        let gateways = GatewayService(
            try settings.gatewayList, statuses: queries.gateways, switches: workers,
            tallies: tallies, audit: audit, permits: permits, now: adapters.now)
        let situation = SituationWatch(queries, gatewayList: gateways.list, now: adapters.now) {
            incidents.note($0)
            samples.note($0.situation)
        }
        let environment = try settings.value(of: DashboardSettings.environment)
        return DashboardPorts(
            operators: operators,
            overviews: Overviews(
                queries: queries, situation: situation,
                events: EventWatch(
                    outbox: PostgresEventOutbox(pool: pool), apps: apps, tallies: tallies, now: adapters.now),
                failures: FailureQueries(tallies: tallies, dead: dead, now: adapters.now),
                countries: CountryQueries(tallies: tallies, now: adapters.now),
                proofs: AppProofQueries(tallies: tallies, now: adapters.now),
                apps: AppQueries(tallies: tallies, apps: apps, now: adapters.now),
                incidents: Incidents(
                    kept: IncidentQueries(
                        PostgresIncidents(pool: pool), tallies: tallies, keepingTrouble: { incidents.trouble },
                        now: adapters.now),
                    acknowledgements: AcknowledgementService(
                        store: marks, watch: situation, permits: permits, now: adapters.now))),
            traffic: Traffic(
                queues: QueueService(workers: workers, permits: permits), gateways: gateways,
                deadLetters: DeadLetterService(dead: dead, permits: permits, now: adapters.now),
                history: QueueHistory(
                    PostgresQueueSamples(pool: pool), pending: { samples.pending }, now: adapters.now)),
            numbers: NumberRules(
                limits: LimitService(
                    limits: store, apps: apps, tallies: tallies, permits: permits, now: adapters.now),
                blocks: BlockService(
                    store: blocks, phones: adapters.phones, permits: permits, now: adapters.now),
                tests: TestNumberService(
                    store: apps, keyRing: keyRing, permits: permits, now: adapters.now, random: Machine.random),
                phones: adapters.phones),
            records: Records(finder: store, permits: permits, now: adapters.now),
            audit: AuditService(audit: audit, newest: queries.newestLines, permits: permits, now: adapters.now),
            installation: Installation(
                base: try settings.value(of: DashboardSettings.path),
                environment: environment.isEmpty ? nil : environment, process: settings.processFacts,
                traceViewer: try settings.valueIfSet(of: TraceSettings.viewer),
                callers: CallerAddress(proxies: try settings.value(of: DashboardSettings.proxies)),
                signOn: signOn), now: adapters.now)
    }
}

/// Counts what operators do on the dashboard, on its way to the audit.
struct CountingAudit: AuditLog {
    let audit: any AuditLog

    /// Counts an entry when it is kept.
    func note(_ entry: AuditEntry) async throws(StoreError) {
        try await audit.note(entry)
        let labels = [("action", entry.action.rawValue), ("result", entry.result.rawValue)]
        Counter(label: "verifyd_dashboard_actions_total", dimensions: labels).increment()
    }

    func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) async throws(StoreError) -> AuditPage {
        try await audit.page(filter, before: number, limit: limit)
    }
}

extension Settings {
    /// A dashboard without the keys of the codes is safer, and only lacks to add test numbers and authenticator apps.
    // What is wrong with the keys is said by the roles that need them.
    fileprivate var dashboardKeys: KeyRing? { try? value(of: CodeSettings.keys) }

    /// Throws where each operator needs an authenticator app, and this dashboard cannot keep the secret of one.
    var secondFactorPolicy: SecondFactorPolicy {
        get throws(SettingsError) {
            let mode = try value(of: DashboardSettings.secondFactor)
            // With keys that nobody can read, each person who has an app would be locked out without a word.
            let keys = mode != .off && isSet(CodeSettings.keys) ? try value(of: CodeSettings.keys) : dashboardKeys
            guard mode != .required || keys != nil else {
                throw SettingsError(
                    "dashboard.secondFactor is required, which needs code.keys: they seal the secrets of apps")
            }
            let site = try valueIfSet(of: DashboardSettings.url).flatMap(KeySite.init(url:))
            return SecondFactorPolicy(mode, keyRing: keys, site: site)
        }
    }

    /// What the page of the settings shows of this process, which began just now.
    var processFacts: ProcessFacts {
        ProcessFacts(
            version: ProgramVersion.full, host: Machine.hostName, processID: Machine.processID,
            startedAt: Machine.now(),
            settings: lines.map { line in
                ProcessFacts.VisibleSetting(
                    name: line.name, environmentName: line.environmentName, value: line.value,
                    origin: line.origin?.rawValue, isSecret: line.isSecret, summary: line.summary)
            },
            warnings: hasIdentity
                ? [
                    "Firebase surface: unless a project takes passwords or a provider, \(Project.phoneOnlyWarning).",
                    "Firebase surface: \(Project.gateWarning).",
                ] : [])
    }
}
