import PostgreSQL
import VerificationCore

/// Loads all apps and keys, and the numbers of the last changes of all settings.
///
/// It tells the database's time to the clock, and throws when the schema does not fit.
struct AppQuery: Sendable {
    let pool: PostgresPool
    let clock: StoreClock
    /// For a whole load: an HTTP caller may wait for it.
    let deadline: Duration

    /// The number of the last change of all settings; one small round trip.
    func lastChange() async throws(StoreProblem) -> Int64 {
        try await pool.ask { try await pool.read(.lastChange, deadline: .now + deadline).first?.decode("number") ?? 0 }
    }

    func run() async throws(StoreProblem) -> AppContent {
        try await pool.ask {
            let asOf = ContinuousClock.now
            // This is a round trip of its own, because the time is less exact when its answer takes longer.
            let time = try await pool.read(.now, deadline: asOf + deadline)
            clock.learn(try time.value(), askedAt: asOf, answeredAt: .now)
            let rows = try await pool.read(
                [Migrator.appliedSteps] + AppContent.statements, deadline: asOf + deadline)
            try Migrator.expectFitting(rows[0])
            return try AppContent(rows.dropFirst(), asOf: asOf)
        }
    }
}
