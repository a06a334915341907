import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("The schema")
struct MigratorTests {
    private static let histories = ["verification", "verification_request", "message"]

    @Test("grows from nothing, and a second migration has nothing to do")
    func migrates() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let migrator = Migrator(pool: database.pool)
            let all = Migration.all.map(\.name) + ["functions"]
            let before = try await migrator.compare()
            #expect(before == .older(missing: all))
            #expect(try await migrator.migrate() == all)
            #expect(try await migrator.compare() == .fits)
            #expect(try await migrator.migrate().isEmpty)
        }
    }

    @Test("is told from an older one, from a newer one, and from one with other functions")
    func comparison() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let migrator = Migrator(pool: pool)
            for note in [
                "of another program", "\(SchemaFunctions.version) of another build", "0 of an earlier release",
            ] {
                try await pool.query("update schema_migration set name = \(note) where version = 0")
                #expect(try await migrator.compare() == .older(missing: ["functions"]))
            }
            try await pool.query("delete from schema_migration where version = 2")
            #expect(try await migrator.compare() == .older(missing: [Migration.rules.name, "functions"]))
            try await pool.query("insert into schema_migration (version, name) values (99, 'of a later program')")
            #expect(try await migrator.compare() == .newer)
            await #expect(throws: StoreError.self) { try await migrator.migrate() }
        }
    }

    @Test("with functions of an earlier release keeps a worker waiting, and with those of a later one does not")
    func functionsOfOthers() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let store = PostgresVerificationStore(pool: pool, batchDeadline: .seconds(60))
            let releases = [(SchemaFunctions.version - 1, false), (SchemaFunctions.version + 1, true)]
            for (release, isFit) in releases {
                try await pool.query(
                    "update schema_migration set name = \("\(release) of another release") where version = 0")
                do throws(StoreError) {
                    try await store.examine()
                    #expect(isFit)
                } catch .unfit(let words) {
                    #expect(!isFit && words.contains("verifyd migrate"))
                }
            }
            let migrator = Migrator(pool: pool)
            #expect(try await migrator.compare() == .ahead(steps: []))
            #expect(try await migrator.migrate().isEmpty, "it would install older functions")
            #expect(try await migrator.compare() == .ahead(steps: []), "the later functions are there")
        }
    }

    @Test("gets its functions anew, loses those that the program no longer has, and keeps its owner's")
    func functions() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let body: SQL = "select 'stale'"
            for (name, comment) in [("obsolete", "verifyd"), ("messages_of", "verifyd"), ("mine", "of the owner")] {
                try await pool.query("drop function if exists \(identifier: name)")
                let create: SQL =
                    "create function \(identifier: name)(address text) returns text language sql as $$ \(unsafeRaw: body.text) $$"
                try await pool.query(create)
                try await pool.query("comment on function \(identifier: name) is '\(unsafeRaw: comment)'")
            }
            try await pool.query("delete from schema_migration where version = 0")
            #expect(try await Migrator(pool: pool).migrate() == ["functions"])
            let id = VerificationID(high: 0, low: 0)
            #expect(try await pool.query("select 1 from messages_of(\([id]))").isEmpty)
            let left = try await pool.query("select to_regproc('obsolete')::text, to_regproc('mine')::text")[0]
            #expect(try left.decode(0, as: String?.self) == nil)
            #expect(try left.decode(1, as: String?.self) == "mine")
        }
    }

    @Test(
        "a step that fails leaves those before it applied and nothing of itself; one outside a transaction is repeated")
    func steps() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let pool = database.pool
            let first = Migration(version: 1, name: "first", statements: ["create table a (n integer)"])
            let outside = Migration(
                version: 2, name: "outside", place: .outside,
                statements: ["create index concurrently if not exists a_n on a (n)"])
            let broken = Migration(version: 3, name: "broken", statements: ["create table b ()", "select 1 / 0"])
            let migrator = Migrator(pool: pool, steps: [first, outside, broken])
            await #expect(throws: StoreError.self) { try await migrator.migrate() }
            #expect(try await migrator.compare() == .older(missing: ["broken", "functions"]))
            let made = try await pool.query("select to_regclass('a_n') is not null, to_regclass('b') is null")[0]
            #expect(try made.decode(0, as: Bool.self) == true)
            #expect(try made.decode(1, as: Bool.self) == true)
        }
    }

    @Test(
        "lets the queues in tables be vacuumed often, also where nothing else is missing, and keeps an operator's setting"
    )
    func vacuum() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let options: SQL = """
                select coalesce(reloptions::text, '') from pg_class
                where oid in ('outbox'::regclass, 'verification_watch'::regclass) order by relname
                """
            let fresh = try await pool.query(options).column(as: String.self)
            #expect(fresh.count == 2)
            for options in fresh {
                #expect(options.contains("autovacuum_vacuum_scale_factor=0,autovacuum_vacuum_threshold=10000"))
            }
            try await pool.pipeline([
                "alter table outbox reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)",
                "alter table verification_watch set (autovacuum_vacuum_threshold = 500)",
            ])
            #expect(try await Migrator(pool: pool).migrate().isEmpty)
            let again = try await pool.query(options).column(as: String.self)
            #expect(again[0].contains("autovacuum_vacuum_threshold=10000"))
            #expect(again[1].contains("autovacuum_vacuum_threshold=500"))
        }
    }

    @Test("a step waits for a table that is in use without keeping others from it")
    func patience() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let pool = database.pool
            try await pool.query("create table used (n integer)")
            let step = Migration(version: 1, name: "step", statements: ["alter table used add column m integer"])
            let migrating = try await pool.transaction(deadline: .now + .seconds(150)) { reader in
                try await reader.query("select from used")
                let migrating = Task { try await Migrator(pool: pool, steps: [step]).migrate() }
                try await untilBlocked(pool)
                // Comes behind the step, and waits no longer than the step does.
                _ = try await pool.query("select from used", deadline: .now + .seconds(120))
                try await reader.commit()
                return migrating
            }
            // The functions need tables that only the real steps make.
            await #expect(throws: StoreError.self) { try await migrating.value }
            #expect(try await pool.query("select m from used").isEmpty)
        }
    }

    @Test("migrated by several at once, each step is applied once")
    func atOnce() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let migrator = Migrator(pool: database.pool)
            let applied = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await migrator.migrate().count } }
                var applied: [Int] = []
                for try await count in group { applied.append(count) }
                return applied
            }
            #expect(applied.sorted() == [0, 0, 0, Migration.all.count + 1])
        }
    }

    @Test("rows of today and yesterday land in partitions of their days, and those of wrong clocks in the default ones")
    func partitions() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let now = try await database.now()
            for (days, isOwn) in [(0, true), (-1, true), (-400, false)] {
                let bench = StoreBench(workers: [store], now: now + .seconds(days * 86_400))
                let phone = "+4915100\(1_000 + days)"
                let request = try bench.request(phone: phone, deadline: .seconds(86_400 * 1_000))
                _ = try await bench.send(request)
                #expect(try await bench.report(request).status == .pending)
                let day = bench.now.rfc3339.prefix(10).filter { $0 != "-" }
                for history in Self.histories {
                    let column = history == "message" ? "verification_id" : "id"
                    let table = try await pool.query(
                        """
                        select tableoid::regclass::text from \(identifier: history)
                        where \(identifier: column) = \(request.id)
                        """)[0].decode(0, as: String.self)
                    #expect(table == history + (isOwn ? "_\(day)" : "_other"))
                }
            }
        }
    }

    @Test("rows that came before the partition of their day move into it, and its day is as good as any other")
    func earlyRows() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            try await database.dropPartitions()
            let request = try bench.request()
            _ = try await bench.send(request)
            let make: SQL = "select make_partitions((now() at time zone 'utc')::date, 25)"
            #expect(try await pool.query(make)[0].decode(0, as: Int32.self) == 75)
            #expect(try await bench.report(request).status == .pending)
            for history in Self.histories {
                let left = try await pool.query("select count(*) from \(identifier: history + "_other")")
                #expect(try left[0].decode(0, as: Int64.self) == 0)
            }
            #expect(try await PostgresMaintenance(pool: pool).daysAhead() == 24)
        }
    }

    @Test("making partitions locks out nobody who uses other days", arguments: [1, 3])
    func partitionLocks(days: Int) async throws {
        try await TestDatabase.with { database in
            let held = try await database.pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query(
                    "select make_partitions((now() at time zone 'utc')::date + 14, \(days)::integer)")
                return try await transaction.query(
                    """
                    select relation::regclass::text, mode from pg_locks
                    where pid = pg_backend_pid() and mode in ('AccessExclusiveLock', 'ExclusiveLock')
                      and relation in ('verification'::regclass, 'verification_request'::regclass, 'message'::regclass)
                    """
                ).count
            }
            #expect(held == 0)
        }
    }

    @Test("says for how many days there are partitions")
    func daysAhead() async throws {
        try await TestDatabase.with { database in
            let maintenance = PostgresMaintenance(pool: database.pool)
            #expect(try await maintenance.daysAhead() == 14)
            try await database.pool.query(
                """
                do $$ begin
                  execute 'drop table message_' || to_char((now() at time zone 'utc')::date + 3, 'YYYYMMDD');
                end $$
                """)
            #expect(try await maintenance.daysAhead() == 2)
            try await database.dropPartitions()
            #expect(try await maintenance.daysAhead() == -1)
            try await maintenance.makePartitions()
            #expect(try await maintenance.daysAhead() == 14)
        }
    }

    @Test("partitions may be made by many at once, and again")
    func partitionsAtOnce() async throws {
        try await TestDatabase.with { database in
            let maintenance = PostgresMaintenance(pool: database.pool)
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await maintenance.makePartitions() } }
                try await group.waitForAll()
            }
        }
    }
}
