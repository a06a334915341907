import AccountCore
import Assembly
import Operations
import PhoneNumbers
import PostgreSQL
import Store
import VerificationCore

/// The ports through which commands use the store.
struct StorePorts: Sendable {
    let apps: any AppStore
    let verifications: any VerificationStore
    let tallies: any TallyStore
    let workers: any WorkerRegistry
    let blocks: any BlockStore
    let people: People
    let identity: IdentityStores
    private let pool: PostgresPool

    init(_ pool: PostgresPool) {
        self.pool = pool
        apps = AppRegistry(pool: pool)
        verifications = PostgresVerificationStore(pool: pool, callDeadline: .seconds(30))
        tallies = PostgresTallies(pool: pool)
        workers = PostgresWorkerRegistry(pool: pool)
        blocks = PostgresBlocks(pool: pool)
        people = People(operators: PostgresOperators(pool: pool), audit: PostgresAudit(pool: pool))
        identity = IdentityStores(
            projects: PostgresProjects(pool: pool), signingKeys: PostgresSigningKeys(pool: pool),
            accounts: PostgresAccounts(pool: pool, patience: .seconds(30)),
            phoneOwners: PostgresPhoneOwners(pool: pool))
    }
}

/// Who operates the installation, and what they did.
struct People: Sendable {
    let operators: any OperatorStore & OperatorFactorStore & OperatorIdentityStore & SecurityKeyStore
    let audit: any AuditLog
}

/// What the Firebase surface keeps.
struct IdentityStores: Sendable {
    let projects: any ProjectStore
    let signingKeys: any SigningKeyStore
    let accounts: any AccountStore
    let phoneOwners: PostgresPhoneOwners
}

extension StorePorts {
    /// The database's time: processes on other machines compare theirs with it.
    func now() async throws -> Timestamp {
        try await pool.read("select clock_timestamp()").value()
    }

    /// How the gateways stand at all workers, with what the routes that learn have learned.
    func overview(of list: GatewayList) async throws -> GatewayOverview {
        try await workers.gateways().learning(list.learned(from: tallies, at: now()))
    }
}

extension StorePorts {
    /// Makes a database from a backup fit for use.
    var restoration: PostgresRestoration { PostgresRestoration(pool: pool) }

    /// Lets commands act, and writes the audit: the command acts also if the audit takes no line.
    var permits: Permits {
        Permits(audit: people.audit, policy: .wanted { LateAudit.warn("the database \($0.words)") })
    }

    /// Pausing and resuming queues.
    var queues: QueueService { QueueService(workers: workers, permits: permits) }

    /// Switching the gateways of these settings.
    func gatewayService(_ list: GatewayList) -> GatewayService {
        GatewayService(
            list, statuses: CachedQuery(now: Machine.now) { [workers] in try await workers.gateways() },
            switches: workers,
            tallies: tallies, audit: people.audit, permits: permits, now: Machine.now)
    }

    /// What has been used of limits, and resetting them.
    var limitService: LimitService {
        LimitService(limits: verifications, apps: apps, tallies: tallies, permits: permits, now: Machine.now)
    }

    /// Rules on numbers, prefixes and addresses, as `plan` tells numbers from prefixes.
    func rules(by plan: NumberingPlan) -> BlockService {
        BlockService(store: blocks, phones: PlanParser(plan), permits: permits, now: Machine.now)
    }

    /// Canceling verifications, and forgetting what is on record of phones.
    var verificationService: VerificationService {
        VerificationService(store: verifications, apps: apps, permits: permits)
    }

    /// The apps, with their texts, keys and endpoints.
    var appService: AppService { AppService(store: apps, permits: permits) }

    /// Projects of the Firebase surface, with their service accounts.
    var projectService: ProjectService {
        ProjectService(store: identity.projects, apps: apps, permits: permits)
    }

    /// The accounts of people, by the database's clock: a session that began before a change ends with it.
    func accountService() async throws -> AccountService {
        let ahead = try await now() - Machine.now()
        return AccountService(
            store: identity.accounts, projects: identity.projects, permits: permits, now: { Machine.now() + ahead })
    }

    /// The keys that sign ID tokens.
    var signingKeyService: SigningKeyService { SigningKeyService(store: identity.signingKeys, permits: permits) }

    /// What is on record of people's verifications.
    var records: Records { Records(finder: verifications, permits: permits, now: Machine.now) }

    /// What operators did.
    var auditService: AuditService {
        let newest = CachedQuery(now: Machine.now) { [audit = people.audit] in
            try await audit.page(.all, before: nil, limit: AuditService.pageLength).lines
        }
        return AuditService(audit: people.audit, newest: newest, permits: permits, now: Machine.now)
    }

    /// What was wrong, when and for how long.
    var incidentQueries: IncidentQueries {
        IncidentQueries(PostgresIncidents(pool: pool, patience: .seconds(30)), tallies: tallies, now: Machine.now)
    }

    /// The test numbers of all apps; `keys`: nil where no code is written.
    func testNumberService(_ keys: KeyRing?) -> TestNumberService {
        TestNumberService(
            store: apps, keyRing: keys, permits: permits, now: Machine.now, random: Machine.random)
    }
}
