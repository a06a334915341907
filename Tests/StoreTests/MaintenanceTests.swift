import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Retention")
struct MaintenanceTests {
    private static let month = Duration.seconds(30 * 86_400)

    @Test("drops the partitions of days that are over long enough, and no others")
    func partitions() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 32, 3)")
            let now = try await database.now()
            let old = StoreBench(workers: [store], now: now + .seconds(-32 * 86_400))
            let young = StoreBench(workers: [store], now: now + .seconds(-30 * 86_400))
            let forgotten = try old.request(phone: "+491510001", deadline: Self.month * 3)
            let kept = try young.request(phone: "+491510002", deadline: Self.month * 3)
            _ = try await old.send(forgotten)
            _ = try await young.send(kept)

            let before = try await tables(database)
            try await PostgresMaintenance(pool: database.pool, rest: .zero).forget(olderThan: Self.month)
            #expect(try await tables(database) == before - 6)
            #expect(try await old.find(forgotten) == .missing(.unknown))
            #expect(try await young.report(kept).status == .pending)
        }
    }

    @Test("lets a partition be that somebody uses, and drops it the next time")
    func usedPartition() async throws {
        try await TestDatabase.with { database in
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 40, 1)")
            let maintenance = PostgresMaintenance(pool: database.pool, rest: .zero)
            let before = try await tables(database)
            try await database.pool.transaction(deadline: .now + .seconds(60)) { transaction in
                try await transaction.query("select count(*) from message")
                try await maintenance.forget(olderThan: Self.month)
                try await transaction.commit()
            }
            #expect(try await tables(database) == before - 2)
            try await maintenance.forget(olderThan: Self.month)
            #expect(try await tables(database) == before - 3)
        }
    }

    @Test("makes partitions without making anybody wait who comes behind a long search")
    func makesPartitions() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            let maintenance = PostgresMaintenance(pool: database.pool, rest: .zero)
            let before = try await tables(database)
            try await database.dropPartitions()
            try await database.pool.transaction(deadline: .now + .seconds(60)) { transaction in
                try await transaction.query("select count(*) from verification")
                await #expect(throws: StoreError.locked) { try await maintenance.makePartitions() }
                #expect(try await bench.claim(try bench.request()).order != nil)
                try await transaction.commit()
            }
            try await database.empty()
            try await maintenance.makePartitions()
            #expect(try await tables(database) == before)
        }
    }

    @Test("deletes old rows of wrong clocks in portions")
    func wrongClocks() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now() + .seconds(-400 * 86_400))
            let requests = try (0..<9).map {
                try bench.request(phone: "+4915100\(100 + $0)", deadline: .seconds(500 * 86_400))
            }
            for request in requests { _ = try await bench.send(request) }
            let maintenance = PostgresMaintenance(pool: database.pool, portion: 2, rest: .zero)
            try await maintenance.forget(olderThan: Self.month)
            #expect(try await count("message", database) == 9)
            for table in ["verification", "verification_request", "message"] {
                try await database.pool.query(
                    """
                    update \(identifier: table) set created_at = created_at - interval '31 days'
                    where created_at < (select max(created_at) from \(identifier: table))
                    """)
            }
            try await maintenance.forget(olderThan: Self.month)
            for table in ["verification", "verification_request", "message"] {
                #expect(try await count(table, database) == 1, "\(table)")
            }
            #expect(try await bench.report(requests[8]).status == .pending)
        }
    }

    @Test("forgets phones and shared limits once nothing is used of them, and phones at the latest after the time")
    func phones() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            for number in 0..<7 {
                let request = try await bench.verification(phone: "+49151000\(number)", clientIP: "192.0.2.\(number)")
                _ = try await bench.check(request, isRight: false)
                if number > 0 { _ = try await bench.cancel(request) }
            }
            let maintenance = PostgresMaintenance(pool: database.pool, portion: 2, rest: .zero)
            try await maintenance.forget(olderThan: Self.month)
            #expect(try await count("phone_state", database) == 7)
            let limits = try await count("rate_limit", database)

            // All but the wrong codes of the second are over; the first is alive, the last long unused.
            try await database.pool.pipeline([
                "update phone_state set limits_over_at = now() where phone <> '+491510001'",
                """
                update phone_state set limits_over_at = now() + interval '1 year', used_at = now() - interval '31 days'
                where phone = '+491510006'
                """,
                "update rate_limit set over_at = now() where key in ('192.0.2.1', '192.0.2.5', '49-DE')",
            ])
            try await maintenance.forget(olderThan: Self.month)
            let left = try await database.pool.query("select phone from phone_state order by phone")
            #expect(try left.column(as: String.self) == ["+491510000", "+491510001"])
            #expect(try await count("rate_limit", database) == limits - 5)
            _ = try await bench.verification(phone: "+491510003", clientIP: "192.0.2.1")
        }
    }

    @Test("an idempotency key is kept for a day: then it is forgotten, and free even before")
    func keys() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            for key in ["old", "young"] {
                _ = try await bench.send(try bench.request(phone: "+491510001", key: key), rules: StoreBench.eager)
            }
            let age: SQL = """
                update idempotency_key set created_at = created_at - interval '25 hours'
                where verification_id = (select min(verification_id::text)::uuid from verification_request)
                """
            try await database.pool.query(age)
            #expect(try await count("idempotency_key", database) == 2)
            let again = try bench.request(phone: "+491510002", key: "old")
            #expect(try await bench.send(again).message.verification == again.id)

            try await database.pool.query("update idempotency_key set created_at = created_at - interval '25 hours'")
            try await PostgresMaintenance(pool: database.pool, rest: .zero).forget(olderThan: Self.month)
            #expect(try await count("idempotency_key", database) == 0)
        }
    }

    @Test("may be kept by many at once, while claims go on")
    func atOnce() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 40, 5)")
            let bench = StoreBench(workers: [store], now: try await database.now())
            let maintenance = PostgresMaintenance(pool: database.pool, portion: 3, rest: .zero)
            let verdicts = try await bench.atOnce(200) { number in
                if number % 25 == 0 { try await maintenance.forget(olderThan: Self.month) }
                return try await bench.claim(try bench.request(phone: "+49151\(10_000 + number)"))
            }
            #expect(verdicts.count { $0.order != nil } == 200)
        }
    }

    @Test("of many workers one walks through all rows, and none again before its time")
    func oneWalk() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let rowOfOldPhone: SQL = """
                insert into phone_state (app, phone, used_at)
                values ('demo', '+491510001', now() - interval '40 days')
                """
            let workers = (0..<4).map { _ in PostgresMaintenance(pool: pool) }
            try await pool.query(rowOfOldPhone)
            try await withThrowingTaskGroup { group in
                for worker in workers { group.addTask { try await worker.forget(olderThan: Self.month) } }
                try await group.waitForAll()
            }
            #expect(try await count("phone_state", database) == 0)

            try await pool.query(rowOfOldPhone)
            for worker in workers { try await worker.forget(olderThan: Self.month) }
            #expect(try await count("phone_state", database) == 1)
            try await pool.query("update maintenance set begun_at = begun_at - interval '56 minutes'")
            try await workers[3].forget(olderThan: Self.month)
            #expect(try await count("phone_state", database) == 0)
        }
    }

    private func tables(_ database: TestDatabase) async throws -> Int64 {
        try await database.pool.query("select count(*) from pg_inherits where inhparent::regclass::text !~ 'idx|key'")[
            0
        ]
        .decode(0)
    }

    private func count(_ table: String, _ database: TestDatabase) async throws -> Int64 {
        try await database.pool.query("select count(*) from \(identifier: table)")[0].decode(0)
    }
}
