import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("Tallies in PostgreSQL")
struct PostgresTallyTests {
    @Test("keep every promise to processes that count, and to an operator's pages")
    func promises() async throws {
        try await TestDatabase.with { database in
            try await exerciseTallies(tallies(database.pool), PostgresTallies(pool: database.pool))
        }
    }

    @Test("many processes add to the same counts at once; no process waits for ever, and no count is lost")
    func atOnce() async throws {
        try await TestDatabase.with { database in
            let start = Minute(try await database.now())
            try await withThrowingTaskGroup { group in
                for process in 0..<8 {
                    group.addTask {
                        for round in 0..<10 {
                            var counter = TallyCounter()
                            // Each process meets the keys in an order of its own.
                            for number in 0..<60 {
                                let place = (number * (process + 7) + round) % 60
                                let kind = TallyKind.allCases[place % 5]
                                counter.add(TallyKey(kind, in: start - place % 3, app: "demo", region: "R\(place)"))
                            }
                            try await tallies(database.pool).add(counter.take())
                        }
                    }
                }
                try await group.waitForAll()
            }
            let question = TallyQuestion(Set(TallyKind.allCases), in: start - 5..<start + 1)
            let totals = try await PostgresTallies(pool: database.pool).totals(question)
            #expect(totals.values.reduce(0, +) == 8 * 10 * 60)
        }
    }

    @Test("adding to a count writes to no index")
    func inPlace() async throws {
        try await TestDatabase.with { database in
            let (pool, start) = (database.pool, Minute(try await database.now()))
            // All versions of ten rows have room in a page, also while another test keeps old versions alive.
            let counts = (0..<10).map { Tally(TallyKey(.started, in: start, region: "R\($0)"), count: 1) }.sorted {
                $0.key < $1.key
            }
            for _ in 0..<5 { try await tallies(pool).add(counts) }
            try await pool.query("select pg_stat_force_next_flush()")
            let updates = try await pool.query(
                "select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'tally'")[0]
            let (all, hot) = (try updates.decode(0, as: Int64.self), try updates.decode(1, as: Int64.self))
            #expect(all == 40 && hot == 40, "\(hot) of \(all)")
        }
    }

    @Test("counts are kept for eight days, whatever the retention, and a kind of a later version longer")
    func forgotten() async throws {
        try await TestDatabase.with { database in
            let now = try await database.now()
            let ages = [Duration.seconds(0), .seconds(7 * 86_400), .seconds(8 * 86_400 + 120), .seconds(30 * 86_400)]
            let counts = ages.flatMap { age in
                [TallyKind.approved, .started].map { Tally(TallyKey($0, in: Minute(now - age)), count: 1) }
            }
            try await tallies(database.pool).add(counts.sorted { $0.key < $1.key })
            try await database.pool.query(
                """
                insert into tally (kind, minute, app, region, gateway, reason, count)
                values ('later', now() - interval '30 days', '', '', '', '', 1)
                """)
            try await PostgresMaintenance(pool: database.pool, portion: 1, rest: .zero)
                .forget(olderThan: .seconds(365 * 86_400))
            let left = try await database.pool.query("select kind from tally order by kind, minute")
            #expect(try left.column(as: String.self) == ["approved", "approved", "later", "started", "started"])
            let reader = PostgresTallies(pool: database.pool)
            let long = Minute(now - .seconds(40 * 86_400))..<Minute(now) + 1
            #expect(try await reader.totals(TallyQuestion([.approved], in: long)) == [.approved: 2])
        }
    }

    @Test("a database that is away costs an adding process its patience, and no longer")
    func away() async throws {
        try await TestDatabase.with { database in
            let pool = PostgresPool(database.configuration)
            pool.close()
            let store = PostgresTallies(pool: pool, patience: .milliseconds(50))
            await #expect(throws: StoreError.unavailable) {
                try await store.add([Tally(TallyKey(.started, in: Minute(number: 0)), count: 1)])
            }
        }
    }

    private func tallies(_ pool: PostgresPool) -> PostgresTallies {
        PostgresTallies(pool: pool, patience: .seconds(180))
    }
}
