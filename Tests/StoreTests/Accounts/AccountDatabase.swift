import AccountCore
import AccountTesting
import PostgreSQL
import Store
import TestSupport
import Testing
import VerificationCore

/// A schema that a test has to itself, in the database of `DATABASE_URL`.
///
/// Without that variable every test that needs one fails.
struct AccountDatabase: Sendable {
    let pool: PostgresPool
    private let configuration: PostgresConfiguration

    /// How long a busy machine may take for anything.
    static let patience = Duration.seconds(180)

    /// Makes the schema, and drops it when `body` has ended.
    static func with(_ body: (AccountDatabase) async throws -> Void) async throws {
        let name = "accounts_test_\(UInt64.random(in: 0 ... .max))"
        let configuration = try configuration(of: name)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        let schema = ScratchSchema(name, in: pool)
        let result = await Result.catching {
            try await schema.make()
            try await body(AccountDatabase(pool: pool, configuration: configuration))
        }
        try await schema.drop()
        try result.get()
    }

    /// Another process's connections; the caller closes them.
    func process(_ change: (inout PostgresConfiguration) -> Void = { _ in }) -> PostgresPool {
        var configuration = configuration
        change(&configuration)
        return PostgresPool(configuration)
    }

    /// Projects that no other test has, with their accounts as the processes of these pools see them.
    ///
    /// `pools`: none for the pool of the database.
    func bench(_ pools: [PostgresPool] = []) async throws -> AccountBench {
        let projects = [try await project(), try await project()]
        let stores = (pools.isEmpty ? [pool] : pools).map { PostgresAccounts(pool: $0, patience: Self.patience) }
        return AccountBench(stores: stores, project: projects[0], other: projects[1], now: try await now())
    }

    /// The database's clock.
    func now() async throws -> Timestamp { try await pool.query("select clock_timestamp()").value() }

    /// Makes an app, and a project of it.
    private func project() async throws -> ProjectID {
        let name = "p-\(UInt64.random(in: 0 ... .max))"
        let (app, project) = (try #require(AppID(name)), try #require(ProjectID(name)))
        try await AppRegistry(pool: pool).save(App(id: app, displayName: name))
        let saved = try await PostgresProjects(pool: pool, patience: Self.patience)
            .save(Project(project, app: app, number: 0))
        return try #require(saved.project).id
    }

    /// Returns when a statement of this schema's connections waits for the lock of another.
    ///
    /// The server tells nobody when that happens, so it is asked until it has.
    func untilBlocked() async throws {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let waiting: Int64 = try await pool.query(
                """
                select count(*) from pg_stat_activity
                where application_name = current_setting('application_name') and wait_event_type = 'Lock'
                """
            ).value()
            if waiting > 0 { return }
        }
        Issue.record("nobody waits")
    }

    private static func configuration(of schema: String) throws -> PostgresConfiguration {
        var configuration = try PostgresConfiguration(url: try TestVariable.value(of: "DATABASE_URL"))
        configuration.planForLookupsByKey()
        configuration.serverSettings["search_path"] = schema
        configuration.applicationName = schema
        // All tests connect at once, which takes a busy machine its time.
        configuration.callTimeout = patience
        configuration.connectTimeout = patience
        configuration.statementTimeout = patience
        configuration.lockTimeout = patience
        configuration.idleInTransactionTimeout = patience
        configuration.acquireTimeout = patience
        return configuration
    }
}
