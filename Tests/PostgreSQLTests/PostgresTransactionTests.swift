import PostgreSQL
import Synchronization
import TestSupport
import Testing

@Suite("transactions", .timeLimit(.minutes(10)))
struct PostgresTransactionTests {
    private struct Refused: Error {}

    @Test("load, decide, save is two round trips")
    func roundTrips() async throws {
        try await TestDatabase.withTable("n int8") { pool, table in
            try await pool.query("insert into \(unsafeRaw: table) values (1)")
            let before = pool.statistics.roundTrips
            let rows = try await pool.transaction { transaction in
                let loaded = try await transaction.pipeline([
                    "select n from \(unsafeRaw: table) for update", "select count(*) from \(unsafeRaw: table)",
                ])
                let number = try loaded[0][0].decode(0, as: Int.self) + loaded[1][0].decode(0, as: Int.self)
                return try await transaction.commit(with: [
                    "update \(unsafeRaw: table) set n = \(number) returning n", "select 'saved'",
                ])
            }
            #expect(pool.statistics.roundTrips == before + 2)
            #expect(rows.count == 2)
            #expect(try rows[0][0].decode(0, as: Int.self) == 2)
            #expect(try await pool.read("select n from \(unsafeRaw: table)")[0].decode(0, as: Int.self) == 2)
        }
    }

    @Test("one that ends without commit has not happened, whether it returns or throws")
    func rollback() async throws {
        try await TestDatabase.withTable("n int8") { pool, table in
            let insert: SQL = "insert into \(unsafeRaw: table) values (1)"
            let value = try await pool.transaction { transaction in
                try await transaction.query(insert)
                return 7
            }
            #expect(value == 7)
            await #expect(throws: Refused.self) {
                try await pool.transaction { transaction in
                    try await transaction.query(insert)
                    throw Refused()
                }
            }
            #expect(try await pool.read("select n from \(unsafeRaw: table)").isEmpty)
            #expect(pool.statistics.idle == 1)
        }
    }

    @Test("one that asks nothing of the server costs no round trip")
    func empty() async throws {
        let pool = try TestDatabase.pool()
        defer { pool.close() }
        #expect(try await pool.transaction { _ in 5 } == 5)
        #expect(pool.statistics.roundTrips == 0)
    }

    @Test("after a refused statement every call throws the same, and nothing is kept")
    func failure() async throws {
        try await TestDatabase.withTable("n int8") { pool, table in
            let error = try await postgresError {
                try await pool.transaction { transaction in
                    try await transaction.query("insert into \(unsafeRaw: table) values (1)")
                    let first = try await postgresError { try await transaction.query("select 1 / 0") }
                    let second = try await postgresError { try await transaction.query("select 1") }
                    #expect(first == second)
                    try await transaction.commit()
                }
            }
            #expect(error.sqlState == "22012")
            #expect(try await pool.read("select n from \(unsafeRaw: table)").isEmpty)
        }
    }

    @Test("calls after the end are the caller's mistake")
    func misuse() async throws {
        let pool = try TestDatabase.pool()
        defer { pool.close() }
        let kept = try await pool.transaction { transaction in
            try await transaction.commit(with: ["select 1"])
            #expect(try await postgresError { try await transaction.query("select 1") }.kind == .misuse)
            return transaction
        }
        #expect(try await postgresError { try await kept.commit() }.kind == .misuse)
    }

    @Test("of two calls at a time one is the caller's mistake, and the other goes on")
    func twoAtATime() async throws {
        let pool = try TestDatabase.pool()
        defer { pool.close() }
        let lock: SQL = "select pg_advisory_xact_lock(\(Int64.random(in: .min ... .max)))"
        try await pool.transaction { holder in
            try await holder.query(lock)
            try await pool.transaction { transaction in
                try await withThrowingTaskGroup(of: PostgresError?.self) { calls in
                    for _ in 0..<2 {
                        calls.addTask {
                            do throws(PostgresError) {
                                try await transaction.query(lock)
                                return nil
                            } catch {
                                return error
                            }
                        }
                    }
                    // The other one waits for the lock, and so has to be there still.
                    #expect(try await calls.next()??.kind == .misuse)
                    try await holder.commit()
                    #expect(try await calls.next() == .some(nil))
                }
            }
        }
    }

    @Test("two that update what both have read are both done, one of them twice")
    func serializationFailure() async throws {
        try await TestDatabase.withTable("n int8") { pool, table in
            try await pool.query("insert into \(unsafeRaw: table) values (0)")
            let bothHaveRead = Rendezvous(of: 2)
            let tries = Atomic(0)
            try await concurrently(2) { _ in
                try await pool.transaction { transaction in
                    tries.add(1, ordering: .relaxed)
                    try await transaction.query("set transaction isolation level repeatable read")
                    let n = try await transaction.query("select n from \(unsafeRaw: table)")[0].decode(0, as: Int.self)
                    try await bothHaveRead.arrive()
                    try await transaction.commit(with: ["update \(unsafeRaw: table) set n = \(n + 1)"])
                }
            }
            #expect(tries.load(ordering: .relaxed) == 3)
            #expect(try await pool.read("select n from \(unsafeRaw: table)")[0].decode(0, as: Int.self) == 2)
        }
    }

    @Test("two that lock in opposite order are both done")
    func deadlock() async throws {
        try await TestDatabase.withTable("id int8, n int8") { pool, table in
            try await pool.query("insert into \(unsafeRaw: table) values (0, 0), (1, 0)")
            let bothHaveOne = Rendezvous(of: 2)
            let tries = Atomic(0)
            try await concurrently(2) { mine in
                @Sendable func increment(_ id: Int) -> SQL {
                    "update \(unsafeRaw: table) set n = n + 1 where id = \(id)"
                }
                try await pool.transaction { transaction in
                    tries.add(1, ordering: .relaxed)
                    try await transaction.query(increment(mine))
                    try await bothHaveOne.arrive()
                    try await transaction.commit(with: [increment(1 - mine)])
                }
            }
            // The victim may overtake the other when it comes back, and then they meet once more.
            #expect(tries.load(ordering: .relaxed) >= 3)
            let rows = try await pool.read("select n from \(unsafeRaw: table)")
            #expect(try rows.column(as: Int.self) == [2, 2])
        }
    }

    @Test("a unique violation is tried again when asked for, and only then")
    func uniqueViolation() async throws {
        try await TestDatabase.withTable("id int8 primary key") { pool, table in
            func tries(_ id: Int, _ sqlStates: Set<String>) async -> (Int, (any Error)?) {
                let tries = Atomic(0)
                let result = await Result.catching {
                    try await pool.transaction(retryingOn: sqlStates) { transaction in
                        tries.add(1, ordering: .relaxed)
                        let rows = try await transaction.query("select 1 from \(unsafeRaw: table) where id = \(id)")
                        guard rows.isEmpty else { return }
                        // Somebody else is faster.
                        try await pool.query("insert into \(unsafeRaw: table) values (\(id))")
                        try await transaction.commit(with: ["insert into \(unsafeRaw: table) values (\(id))"])
                    }
                }
                guard case .failure(let error) = result else { return (tries.load(ordering: .relaxed), nil) }
                return (tries.load(ordering: .relaxed), error)
            }
            let asked = await tries(1, ["23505"])
            #expect(asked.0 == 2 && asked.1 == nil)
            for (id, others) in [(2, []), (3, ["23502"])] as [(Int, Set<String>)] {
                let (count, error) = await tries(id, others)
                #expect(count == 1)
                #expect((error as? PostgresError)?.constraint == "\(table)_pkey")
            }
        }
    }

    @Test("a conflict that never ends is given up after five tries")
    func fiveTries() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let tries = Atomic(0)
        let error = try await postgresError {
            try await pool.transaction { transaction in
                tries.add(1, ordering: .relaxed)
                try await transaction.query("do $$ begin raise exception using errcode = '40001'; end $$")
            }
        }
        #expect(error.sqlState == "40001")
        #expect(tries.load(ordering: .relaxed) == 5)
    }

    @Test("one that lost its connection before the commit is run again on another")
    func lostConnection() async throws {
        let pool = try TestDatabase.pool()
        defer { pool.close() }
        let tries = Atomic(0)
        let answer = try await pool.transaction { transaction in
            let isFirst = tries.add(1, ordering: .relaxed).newValue == 1
            let pid = try await transaction.backend()
            if isFirst { try await pool.terminate(pid) }
            return try await transaction.commit(with: ["select 'done'"])[0][0].decode(0, as: String.self)
        }
        #expect(answer == "done")
        #expect(tries.load(ordering: .relaxed) == 2)
    }

    @Test("a connection that is lost in the middle of the commit leaves it in doubt, and nothing is run again")
    func doubt() async throws {
        try await TestDatabase.withTable("n int8") { pool, table in
            // The sleep is where the server notices that it is to end; it never lasts.
            try await pool.pipeline([
                """
                create function \(unsafeRaw: table)_die() returns trigger language plpgsql as
                $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return null; end $$
                """,
                """
                create constraint trigger die after insert on \(unsafeRaw: table) deferrable initially deferred
                for each row execute function \(unsafeRaw: table)_die()
                """,
            ])
            let tries = Atomic(0)
            let error = try await postgresError {
                try await pool.transaction { transaction in
                    tries.add(1, ordering: .relaxed)
                    try await transaction.commit(with: ["insert into \(unsafeRaw: table) values (1)"])
                }
            }
            #expect(error.kind == .outcomeUnknown(.connectionLost))
            #expect(!error.isRetriable)
            #expect(tries.load(ordering: .relaxed) == 1)
            try await pool.query("drop function \(unsafeRaw: table)_die cascade")
        }
    }

    private func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count { group.addTask { try await body(index) } }
            try await group.waitForAll()
        }
    }
}
