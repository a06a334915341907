import PostgreSQL
import VerificationCore

/// A second schema in the same database, for a measurement that must leave nothing behind.
package struct ScratchSchema: Sendable {
    package let name: String
    private let pool: PostgresPool

    /// `pool`: a pool whose `search_path` is the schema's name.
    package init(_ name: String, in pool: PostgresPool) {
        self.name = name
        self.pool = pool
    }

    /// Makes the schema and migrates it.
    package func make() async throws(StoreError) {
        try await pool.ask { _ = try await pool.query("create schema \(identifier: name)") }
        _ = try await Migrator(pool: pool).migrate()
    }

    /// Removes the schema with everything in it.
    package func drop() async throws(StoreError) {
        try await pool.ask {
            // PostgreSQL has no room to lock the partitions of a year in a single transaction.
            var portion: [String] = []
            repeat {
                portion = try await pool.query(Self.somePartitions).column(as: String.self)
                try await pool.pipeline(portion.map { "drop table \(identifier: $0)" }, deadline: .now + .seconds(60))
            } while !portion.isEmpty
            _ = try await pool.query("drop schema \(identifier: name) cascade", deadline: .now + .seconds(60))
        }
    }

    private static let somePartitions: SQL = """
        select relname::text from pg_class
        where relispartition and relkind = 'r' and relnamespace = current_schema()::regnamespace
        order by relname limit 100
        """
}
