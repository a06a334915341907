import PostgreSQL
import VerificationCore

/// Asks for all apps and keys, what time it is, and whether the schema is the one that this program knows.
struct AppQuery: Sendable {
    let pool: PostgresPool
    let clock: StoreClock
    /// Somebody may wait for it over HTTP.
    let deadline: Duration

    func run() async throws(StoreProblem) -> AppContent {
        try await asking {
            let asOf = ContinuousClock.now
            // Alone, because the more the database has to do for its answer, the less is it worth.
            let time = try await pool.read(.now, deadline: asOf + deadline)
            clock.learn(try time.value(), askedAt: asOf, answeredAt: .now)
            let rows = try await pool.read(
                [Migrator.appliedVersions] + AppContent.statements, deadline: asOf + deadline)
            try Migrator.expectFitting(try rows[0].column(as: Int32.self))
            return try AppContent(rows.dropFirst(), asOf: asOf)
        }
    }
}
