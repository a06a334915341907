import PostgreSQL
import VerificationCore

/// Brings the schema up to date, for `verifyd migrate`.
package struct Migrator: Sendable {
    let pool: PostgresPool
    private let steps: [Migration]

    /// `pool`: it needs two connections at least, the first for the migration's lock, the second for the steps.
    package init(pool: PostgresPool) {
        self.init(pool: pool, steps: Migration.all)
    }

    /// `steps`: in the order of their versions.
    init(pool: PostgresPool, steps: [Migration]) {
        self.pool = pool
        self.steps = steps
    }

    /// Applies the missing steps, one after the other, and then the functions; after an error it may be called again.
    ///
    /// When two processes migrate at the same time, the second waits until the first has ended. A step does not keep
    /// claims waiting: when a lock is not there within half a second, it gives up, and tries again a second later.
    ///
    /// - Returns: the names of what was applied now; empty when the schema was up to date, or ahead.
    /// - Throws: `broken` when the schema is newer than this program.
    package func migrate() async throws(StoreError) -> [String] {
        try await pool.ask {
            try await pool.transaction(deadline: .now + Self.patience) { guardian in
                // This transaction only holds the lock; the steps run on other connections. Its last statement must
                // read no table: PostgreSQL keeps a reader's snapshot until the reader's next statement, and a
                // concurrent index waits for old snapshots.
                try await guardian.pipeline([
                    .limits(statement: Self.patience, lock: Self.patience),
                    "select pg_advisory_xact_lock(hashtext('verifyd.migrate'))", .mayIdle,
                ])
                let applied = try await applyMissing()
                try await guardian.commit()
                return applied
            }
        }
    }

    /// How the schema compares with this program.
    package func compare() async throws(StoreError) -> SchemaComparison {
        SchemaComparison(applied: try await pool.ask { try await applied() }, steps: steps)
    }

    private static let patience = Duration.seconds(6 * 3_600)

    /// What every migration does at its end; where it is done already, it changes nothing and locks nothing.
    private static let always: [SQL] = [.vacuumQueuesOften, .makePartitions(from: -1, days: 16)]

    private func applyMissing() async throws -> [String] {
        try await pool.query(
            """
            create table if not exists schema_migration (
              version integer primary key, name text not null, applied_at timestamptz not null default now())
            """)
        let applied = try await applied()
        switch SchemaComparison(applied: applied, steps: steps) {
        case .newer: throw StoreError.broken("the schema is newer than this program")
        case .fits, .ahead:
            try await commit(Self.always, limit: .seconds(60))
            return []
        case .older(let missing):
            for step in steps where applied[step.version] == nil { try await apply(step) }
            let finishing = SchemaFunctions.installing + [.noteFunctions] + Self.always
            try await commit(finishing, limit: .seconds(60))
            return missing
        }
    }

    private func applied() async throws -> [Int: String] {
        let exists = try await pool.query("select to_regclass('schema_migration') is not null")
        guard try exists.value() else { return [:] }
        return try await pool.query(Self.appliedSteps).appliedSteps()
    }

    private func apply(_ step: Migration) async throws {
        switch step.place {
        case .transaction:
            try await commit(step.statements + [.note(step)], limit: step.limit)
        case .outside:
            for statement in step.statements { try await pool.query(statement, deadline: .now + step.limit) }
            try await pool.query(.note(step))
        }
    }

    /// Runs statements in a transaction; when a lock is not there within half a second, tries again a second later.
    ///
    /// The reason: while a statement waits for a lock on a table, all later statements on that table wait behind it.
    private func commit(_ statements: [SQL], limit: Duration) async throws {
        let end = ContinuousClock.now + Self.patience
        while true {
            do {
                return try await pool.transaction(deadline: .now + limit * (statements.count + 1)) { transaction in
                    try await transaction.pipeline([.limits(statement: limit, lock: .milliseconds(500))])
                    try await transaction.commit(with: statements)
                }
            } catch let error as PostgresError where error.sqlState == "55P03" && ContinuousClock.now < end {
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}

extension SQL {
    fileprivate static func limits(statement: Duration, lock: Duration) -> SQL {
        """
        select set_config('statement_timeout', \(String(statement.wholeMicroseconds / 1_000)), true),
               set_config('lock_timeout', \(String(lock.wholeMicroseconds / 1_000)), true)
        """
    }

    /// Lets PostgreSQL vacuum the queues in tables after 10,000 changes, whatever their size; an operator's own setting
    /// stays.
    ///
    /// By default it waits until a fifth of a table has changed. A backlog makes such a table large, and then the entries
    /// of its deleted rows stand before each look at the queue for long.
    fileprivate static let vacuumQueuesOften: SQL = """
        do $$
        declare
          queue regclass;
        begin
          for queue in select oid from pg_class
            where oid in ('outbox'::regclass, 'verification_watch'::regclass)
              and coalesce(reloptions::text, '') !~ 'autovacuum_vacuum_(scale_factor|threshold)'
          loop
            execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
              autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000)', queue);
          end loop;
        end
        $$
        """

    fileprivate static let mayIdle: SQL = "set local idle_in_transaction_session_timeout = 0"

    fileprivate static func note(_ step: Migration) -> SQL {
        "insert into schema_migration (version, name) values (\(step.version), \(step.note))"
    }

    fileprivate static var noteFunctions: SQL {
        """
        insert into schema_migration (version, name) values (0, \(SchemaFunctions.note))
        on conflict (version) do update set name = excluded.name, applied_at = now()
        """
    }
}

extension Migrator {
    /// Asks for the notes of a database's steps and of its functions; for `expectFitting`.
    static let appliedSteps: SQL = "select version, name from schema_migration"

    /// Throws `unfit` when this program cannot work with the schema; `rows` is the answer to `appliedSteps`.
    ///
    /// The schema must have the program's steps, and no other steps but additive ones. Its functions may be those of a
    /// later release, or of another build of this release; see `SchemaFunctions`.
    static func expectFitting(_ rows: PostgresRows) throws {
        let applied = try rows.appliedSteps()
        let functions = SchemaFunctions.version(in: applied[0])
        switch SchemaComparison(applied: applied, steps: Migration.all) {
        case .fits, .ahead: return
        case .older(missing: ["functions"]) where functions == SchemaFunctions.version: return
        case .older: throw StoreError.unfit("the schema is older than this program: run `verifyd migrate`")
        case .newer:
            throw StoreError.unfit(
                "the schema is newer than this program: run the version of verifyd that migrated it")
        }
    }
}

extension PostgresRows {
    /// Reads rows of `Migrator.appliedSteps`: notes by version, and under version 0 the note of the functions.
    func appliedSteps() throws(PostgresError) -> [Int: String] {
        var applied: [Int: String] = [:]
        for row in self { applied[Int(try row.decode("version", as: Int32.self))] = try row.decode("name") }
        return applied
    }
}
