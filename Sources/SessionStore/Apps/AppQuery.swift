import PostgreSQL
import VerificationCore

/// Asks for all apps and keys, what time it is, and whether the schema is the one that this program knows.
struct AppQuery: Sendable {
    let pool: PostgresPool
    let clock: StoreClock
    /// Of one load, for which an HTTP caller may wait.
    let deadline: Duration

    func run() async throws(StoreProblem) -> AppContent {
        try await pool.ask {
            let asOf = ContinuousClock.now
            // In a round trip of its own: the longer an answer takes, the less exact is the time in it.
            let time = try await pool.read(.now, deadline: asOf + deadline)
            clock.learn(try time.value(), askedAt: asOf, answeredAt: .now)
            let rows = try await pool.read(
                [Migrator.appliedSteps] + AppContent.statements, deadline: asOf + deadline)
            try Migrator.expectFitting(rows[0])
            return try AppContent(rows.dropFirst(), asOf: asOf)
        }
    }
}
