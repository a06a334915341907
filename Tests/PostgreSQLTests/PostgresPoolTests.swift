import Glibc
import PostgreSQL
import Testing

@Suite("calls")
struct PostgresPoolTests {
    @Test("a pipeline is one round trip, and every statement's rows come back in order")
    func pipeline() async throws {
        let pool = try TestDatabase.pool()
        defer { pool.close() }
        try await pool.ping()
        let before = pool.statistics.roundTrips
        let rows = try await pool.pipeline(["select \(1)", "select \("two")", "select 3::int8 where false"])
        #expect(pool.statistics.roundTrips == before + 1)
        #expect(try rows[0][0].decode(0, as: Int.self) == 1)
        #expect(try rows[1][0].decode(0, as: String.self) == "two")
        #expect(rows[2].isEmpty)
        #expect(try await pool.pipeline([]).isEmpty)
    }

    @Test("a session that has lost its settings, as behind a pooler, is not used, and the error says so")
    func lostSettings() async throws {
        var configuration = try TestDatabase.configuration(connections: 1)
        configuration.serverSettings["jit"] = "off"
        let kept = PostgresPool(configuration)
        defer { kept.close() }
        #expect(try await kept.read("show jit")[0].decode(0, as: String.self) == "off")
        // The server calls it 4MB: to whoever looks, another value than was asked for.
        configuration.serverSettings["work_mem"] = "4096"
        let lost = PostgresPool(configuration)
        defer { lost.close() }
        let error = try await postgresError { try await lost.ping() }
        #expect(error.fault == .settings)
        #expect(error.description.contains("work_mem") && error.description.contains("pooler"))
    }

    @Test("an error in a pipeline undoes the statements before it and skips those after it")
    func pipelineError() async throws {
        try await TestDatabase.withTable("n int8 primary key") { pool, table in
            func insert(_ number: Int) -> SQL { "insert into \(unsafeRaw: table) values (\(number))" }
            let error = try await postgresError { try await pool.pipeline([insert(1), insert(1), insert(2)]) }
            #expect(error.sqlState == "23505")
            #expect(error.description.contains("statement 2 of 3"))
            #expect(try await pool.read("select n from \(unsafeRaw: table)").isEmpty)
            try await pool.pipeline([insert(1), insert(2)])
            #expect(try await pool.read("select n from \(unsafeRaw: table)").count == 2)
            #expect(pool.statistics.open == 1)
        }
    }

    @Test("a constraint that is checked at the end of a pipeline fails it")
    func deferredConstraint() async throws {
        try await TestDatabase.withTable("n int8 unique deferrable initially deferred") { pool, table in
            let insert: SQL = "insert into \(unsafeRaw: table) values (\(1))"
            let error = try await postgresError { try await pool.pipeline([insert, insert]) }
            #expect(error.sqlState == "23505")
            let other = try await postgresError {
                _ = try await pool.transaction { try await $0.commit(with: [insert, insert]) }
            }
            #expect(other.sqlState == "23505")
            #expect(try await pool.read("select n from \(unsafeRaw: table)").isEmpty)
            #expect(pool.statistics.open == 1)
        }
    }

    @Test("statements tell how many rows they touched")
    func affectedRows() async throws {
        try await TestDatabase.withTable("n int8") { pool, table in
            let numbers = Array(1...7)
            let insert: SQL = "insert into \(unsafeRaw: table) select * from unnest(\(numbers))"
            let inserted = try await pool.query(insert)
            #expect(inserted.affectedRows == 7)
            let deleted = try await pool.query("delete from \(unsafeRaw: table) where n > \(4)")
            #expect(deleted.affectedRows == 3)
        }
    }

    @Test("megabytes both ways at once do not stop the pipeline")
    func bigPipeline() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let text = String(repeating: "0123456789", count: 20_000)
        let statements = (0..<100).map { index -> SQL in "select \(text), \(index)" }
        let rows = try await pool.pipeline(statements, deadline: .now + .seconds(60))
        for (index, row) in rows.enumerated() {
            let (echo, number) = try row[0].decode(as: String.self, Int.self)
            #expect(echo.utf8.count == text.utf8.count && number == index)
        }
    }

    @Test("a session has the settings of its configuration")
    func settings() async throws {
        var configuration = try TestDatabase.configuration(connections: 1)
        configuration.applicationName = "settings test"
        configuration.statementTimeout = .milliseconds(4321)
        configuration.lockTimeout = .milliseconds(1234)
        configuration.idleInTransactionTimeout = .seconds(7)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        for (name, value) in [
            ("application_name", "settings test"), ("statement_timeout", "4321ms"), ("lock_timeout", "1234ms"),
            ("idle_in_transaction_session_timeout", "7s"), ("TimeZone", "UTC"), ("client_encoding", "UTF8"),
        ] {
            #expect(try await pool.read("select current_setting(\(name))")[0].decode(0, as: String.self) == value)
        }
    }

    @Test("forty callers share four connections, and all are served")
    func manyCallers() async throws {
        try await TestDatabase.withTable("id int8 primary key, n int8") { pool, table in
            try await pool.query("insert into \(unsafeRaw: table) select i, 0 from generate_series(1, 40) i")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 1...40 {
                    group.addTask {
                        for _ in 0..<10 {
                            try await pool.query("update \(unsafeRaw: table) set n = n + 1 where id = \(caller)")
                            #expect(pool.statistics.open + pool.statistics.opening <= 4)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let total = try await pool.read("select sum(n)::int8 from \(unsafeRaw: table)")
            #expect(try total[0].decode(0, as: Int.self) == 400)
            #expect(pool.statistics.open <= 4)
            #expect(pool.statistics.idle == pool.statistics.open)
            #expect(pool.statistics.waiting == 0)
        }
    }

    @Test("who waits too long for a busy connection is told so", .timeLimit(.minutes(10)))
    func exhaustion() async throws {
        var configuration = try TestDatabase.configuration(connections: 2)
        configuration.acquireTimeout = .seconds(1)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        let (busy, done) = (Rendezvous(of: 3), Rendezvous(of: 3))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    // On a busy machine the first connection may take longer than the second is waited for.
                    try await untilAvailable {
                        try await pool.transaction { transaction in
                            try await transaction.query("select 1")
                            try await busy.arrive()
                            try await done.arrive()
                        }
                    }
                }
            }
            try await busy.arrive()
            let time = try await elapsed {
                let error = try await postgresError { try await pool.ping() }
                #expect(error.kind == .poolExhausted)
                #expect(error.isRetriable && error.fault == .outage)
            }
            // Not sooner; how much later says how busy the machine is.
            #expect(time >= .milliseconds(990))
            try await done.arrive()
            try await group.waitForAll()
        }
        try await pool.ping()
    }

    @Test("a closed pool serves nobody, and closing it twice is closing it once")
    func closing() async throws {
        let pool = try TestDatabase.pool()
        try await pool.ping()
        pool.close()
        pool.close()
        #expect(try await postgresError { try await pool.ping() }.kind == .unavailable)
        #expect(pool.statistics.open == 0)
    }

    @Test("a transaction begun by hand is refused, and its connection is not used again")
    func beginByHand() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        #expect(try await postgresError { try await pool.query("begin") }.kind == .misuse)
        try await pool.ping()
    }

    @Test("what the protocol cannot carry is an error, and the pool goes on")
    func impossible() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        #expect(try await postgresError { try await pool.query("copy (select 1) to stdout") }.isRetriable == false)
        #expect(try await postgresError { try await pool.query("select 1; select 2") }.sqlState == "42601")
        #expect(try await postgresError { try await pool.query("select \("a\0b")") }.sqlState == "22021")
        try await pool.ping()
    }

    private func untilAvailable(_ body: () async throws -> Void) async throws {
        while true {
            do { return try await body() } catch let error as PostgresError where error.isRetriable {
                try Task.checkCancellation()
            }
        }
    }
}
