import PostgreSQL
import TestSupport
import Testing

/// The server that the tests talk to, from `DATABASE_URL`.
///
/// Without it every test that needs a server fails.
enum TestDatabase {
    static func url() throws -> String { try TestVariable.value(of: "DATABASE_URL") }

    static func configuration(connections: Int = 4) throws -> PostgresConfiguration {
        var configuration = try PostgresConfiguration(url: try url())
        configuration.maximumConnections = connections
        // All tests connect at once, which takes a busy machine its time.
        configuration.connectTimeout = .seconds(40)
        configuration.acquireTimeout = .seconds(40)
        configuration.callTimeout = .seconds(40)
        configuration.statementTimeout = .seconds(60)
        configuration.lockTimeout = .seconds(60)
        configuration.idleInTransactionTimeout = .seconds(60)
        return configuration
    }

    static func pool(connections: Int = 4) throws -> PostgresPool {
        PostgresPool(try configuration(connections: connections))
    }

    /// Gives `body` a table that nobody else has, and drops it.
    static func withTable(
        _ columns: String, connections: Int = 4, _ body: (PostgresPool, _ table: String) async throws -> Void
    ) async throws {
        let pool = try pool(connections: connections)
        defer { pool.close() }
        let table = "test_\(UInt64.random(in: 0 ... .max))"
        try await pool.query("create unlogged table \(unsafeRaw: table) (\(unsafeRaw: columns))")
        let result = await Result.catching { try await body(pool, table) }
        // A connection of its own: the test may have left those of the pool in any state.
        let other = try Self.pool(connections: 1)
        defer { other.close() }
        try await other.query("drop table \(unsafeRaw: table)")
        try result.get()
    }
}

/// The error that `body` throws; a test fails when there is none.
func postgresError(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> PostgresError {
    let error = await #expect(throws: PostgresError.self, comment, sourceLocation: sourceLocation) { try await body() }
    return try #require(error, sourceLocation: sourceLocation)
}

/// How long `body` took.
func elapsed(_ body: () async throws -> Void) async rethrows -> Duration {
    let start = ContinuousClock.now
    try await body()
    return .now - start
}
