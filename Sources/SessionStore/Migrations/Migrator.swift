import PostgreSQL
import VerificationCore

/// Brings the schema up to date; what `verifyd migrate` does.
package struct Migrator: Sendable {
    let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Applies what is missing, in one transaction: all of it or none of it.
    ///
    /// Two at once wait for each other.
    ///
    /// - Returns: the names of the steps that were applied now; none when the schema was up to date.
    package func migrate() async throws(StoreProblem) -> [String] {
        try await pool.commit(by: .now + .seconds(60)) { transaction in
            _ = try await transaction.pipeline([
                "select pg_advisory_xact_lock(hashtext('verifyd.migrate'))",
                """
                create table if not exists schema_migration (
                  version integer primary key, name text not null, applied_at timestamptz not null default now())
                """,
            ])
            let applied = try await transaction.query("select version from schema_migration")
                .column(as: Int32.self)
            let missing = Migration.all.filter { !applied.contains(Int32($0.version)) }
            let statements: [SQL] = missing.flatMap { step -> [SQL] in
                step.statements + [
                    "insert into schema_migration (version, name) values (\(step.version), \(step.name))"
                ]
            }
            let partitions: SQL = "select make_partitions((now() at time zone 'utc')::date - 1, 16)"
            _ = try await transaction.commit(with: statements + [partitions])
            return missing.map(\.name)
        }
    }

    /// How many steps are missing; all of them where there is no schema yet.
    package func pending() async throws(StoreProblem) -> Int {
        try await asking {
            let exists = try await pool.query("select to_regclass('schema_migration') is not null")
            guard try exists.column(as: Bool.self).first == true else { return Migration.all.count }
            let applied = try await pool.query("select version from schema_migration").column(as: Int32.self)
            return Migration.all.count { !applied.contains(Int32($0.version)) }
        }
    }
}
