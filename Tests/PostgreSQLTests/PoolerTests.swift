import PostgreSQL
import TestSupport
import Testing

@Suite("Behind a connection pooler in transaction mode")
struct PoolerTests {
    @Test(
        "every session is refused in a sentence that names the pooler, however often",
        arguments: Pooler.Settings.allCases)
    func named(_ settings: Pooler.Settings) async throws {
        try await Pooler.with(settings) { pooler in
            // The second one meets the statements that the first has prepared on the same server process.
            for _ in 1...2 {
                var configuration = try PostgresConfiguration(url: pooler.url, allowPlaintext: true)
                configuration.connectTimeout = .seconds(40)
                configuration.acquireTimeout = .seconds(40)
                configuration.callTimeout = .seconds(40)
                configuration.serverSettings["jit"] = "off"
                let pool = PostgresPool(configuration)
                defer { pool.close() }
                for _ in 1...3 {
                    let error = try await postgresError { try await pool.ping() }
                    #expect(error.kind == .configuration && error.fault == .settings && !error.isRetriable)
                    #expect(error.description.contains("connection pooler in transaction mode"), "\(error)")
                    #expect(error.description.contains("a direct connection"), "\(error)")
                }
            }
        }
    }
}
