import PostgreSQL
import SessionStore
import Testing
import VerificationCore
import VerificationTesting

@Suite("The schema")
struct MigratorTests {
    private static let histories = ["verification", "verification_request", "message"]

    @Test("grows from nothing, and a second migration has nothing to do")
    func migrates() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let migrator = Migrator(pool: database.pool)
            let missing = try await migrator.pending()
            #expect(missing > 0)
            #expect(try await migrator.migrate().count == missing)
            #expect(try await migrator.pending() == 0)
            #expect(try await migrator.migrate().isEmpty)
        }
    }

    @Test("migrated by several at once, each step is applied once")
    func atOnce() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let migrator = Migrator(pool: database.pool)
            let missing = try await migrator.pending()
            let applied = try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await migrator.migrate().count } }
                var applied: [Int] = []
                for try await count in group { applied.append(count) }
                return applied
            }
            #expect(applied.sorted() == [0, 0, 0, missing])
        }
    }

    @Test("rows of today and tomorrow land in partitions of their days, and those of wrong clocks in the default ones")
    func partitions() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let now = try await database.now()
            for (days, isOwn) in [(0, true), (1, true), (14, true), (400, false), (-400, false)] {
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

    @Test("a row from the future does not keep the partitions of other days from being made")
    func rowFromTheFuture() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now() + .seconds(20 * 86_400))
            let request = try bench.request()
            _ = try await bench.send(request)
            let made = try await pool.query("select make_partitions((now() at time zone 'utc')::date + 15, 10)")[0]
                .decode(0, as: Int32.self)
            #expect(made == 27)
            #expect(try await bench.report(request).status == .pending)
            try await PostgresMaintenance(pool: pool).makePartitions()
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
