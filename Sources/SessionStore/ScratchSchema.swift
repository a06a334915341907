import PostgreSQL
import VerificationCore

/// A schema of one's own in the same database, for work that must leave nothing behind.
package struct ScratchSchema: Sendable {
    package let name: String
    private let pool: PostgresPool

    /// `pool`: a pool whose `search_path` is the schema's name.
    package init(_ name: String, in pool: PostgresPool) {
        self.name = name
        self.pool = pool
    }

    /// Makes the schema and migrates it.
    package func make() async throws(StoreProblem) {
        try await asking { _ = try await pool.query("create schema \(identifier: name)") }
        _ = try await Migrator(pool: pool).migrate()
    }

    /// Removes the schema with everything in it.
    package func drop() async throws(StoreProblem) {
        try await asking {
            _ = try await pool.query("drop schema \(identifier: name) cascade", deadline: .now + .seconds(60))
        }
    }
}
