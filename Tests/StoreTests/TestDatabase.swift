import PostgreSQL
import Store
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

/// A database that a test has to itself, on the server of `DATABASE_URL`.
///
/// Without that variable every test that needs one fails.
struct TestDatabase: Sendable {
    let configuration: PostgresConfiguration
    let pool: PostgresPool

    /// Makes the database, brings its schema up to date where asked, and drops it when `body` has ended.
    static func with(migrated: Bool = true, _ body: (TestDatabase) async throws -> Void) async throws {
        await turnstile.enter()
        let result = await Result.catching { try await inTurn(migrated: migrated, body) }
        await turnstile.leave()
        try result.get()
    }

    /// A test has a handful of connections, and a server admits 100 unless it is told otherwise.
    private static let turnstile = Turnstile(places: 24)

    private static func inTurn(migrated: Bool, _ body: (TestDatabase) async throws -> Void) async throws {
        let name = "verifyd_test_\(UInt64.random(in: 0 ... .max))"
        let server = PostgresPool(try configuration(of: nil))
        defer { server.close() }
        try await server.query("create database \(identifier: name)", deadline: .now + patience)
        let result = await run(try configuration(of: name), migrated: migrated, body)
        try await drop(name, on: server)
        try result.get()
    }

    /// How long a busy machine may take for anything.
    private static let patience = Duration.seconds(180)

    /// Not by force: that would need the right to end the server's own vacuuming, which an ordinary drop just does.
    ///
    /// The server gives connections that are being closed five seconds, which can be too few.
    private static func drop(_ name: String, on server: PostgresPool) async throws {
        let end = ContinuousClock.now + patience
        while true {
            do {
                try await server.query("drop database \(identifier: name)", deadline: end)
                return
            } catch {
                guard error.sqlState == "55006", ContinuousClock.now < end else { throw error }
            }
        }
    }

    /// A worker's store, or the store of another process, on connections of its own.
    func worker(
        connections: Int = 4, work: StoreWork = .claims, mostLookedAt: Int = 5_000
    ) throws -> (store: PostgresVerificationStore, pool: PostgresPool) {
        var configuration = configuration
        configuration.maximumConnections = connections
        let pool = PostgresPool(configuration)
        let store = PostgresVerificationStore(
            pool: pool, work: work, batchDeadline: Self.patience, callDeadline: Self.patience,
            mostLookedAt: mostLookedAt)
        return (store, pool)
    }

    /// Removes every row of sessions and limits.
    func empty() async throws {
        try await pool.pipeline([
            "delete from phone_state", "delete from rate_limit", "delete from idempotency_key",
            "delete from verification", "delete from verification_request", "delete from message",
            "delete from receipt", "delete from outbox", "delete from verification_watch",
        ])
    }

    /// Leaves only the default partitions: a statement costs less the fewer there are.
    func dropPartitions() async throws {
        try await pool.query(
            """
            do $$ declare part text; begin
              for part in select inhrelid::regclass from pg_inherits join pg_class c on c.oid = inhrelid
                where c.relkind = 'r' and c.relname ~ '_[0-9]{8}$' loop
                execute format('drop table %s', part);
              end loop;
            end $$
            """)
    }

    /// The database's clock.
    func now() async throws -> Timestamp {
        try await pool.query("select clock_timestamp()")[0].decode(0)
    }

    private static func run(
        _ configuration: PostgresConfiguration, migrated: Bool, _ body: (TestDatabase) async throws -> Void
    ) async -> Result<Void, any Error> {
        let database = TestDatabase(configuration: configuration, pool: PostgresPool(configuration))
        defer { database.pool.close() }
        do {
            if migrated { _ = try await Migrator(pool: database.pool).migrate() }
            return .success(try await body(database))
        } catch {
            return .failure(error)
        }
    }

    private static func configuration(of database: String?) throws -> PostgresConfiguration {
        var url = try TestVariable.value(of: "DATABASE_URL")
        if let database { url = try replacingDatabase(in: url, by: database) }
        var configuration = try PostgresConfiguration(url: url)
        configuration.planForLookupsByKey()
        // All tests connect at once, which takes a busy machine its time.
        configuration.callTimeout = patience
        configuration.connectTimeout = patience
        configuration.statementTimeout = patience
        configuration.lockTimeout = patience
        configuration.idleInTransactionTimeout = patience
        configuration.acquireTimeout = patience
        return configuration
    }

    /// The name stands between the last slash and the question mark.
    private static func replacingDatabase(in url: String, by name: String) throws -> String {
        let parts = url.split(separator: "?", maxSplits: 1)
        let base = try #require(parts.first)
        let slash = try #require(base.lastIndex(of: "/"))
        return base[...slash] + name + (parts.count > 1 ? "?" + parts[1] : "")
    }
}

/// Lets so many tests in at once: all of them together would want more connections than the server has.
private actor Turnstile {
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    func enter() async {
        if places > 0 { places -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}
