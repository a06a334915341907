import PostgreSQL
import Testing

@Suite("prepared statements")
struct PreparedStatementTests {
    @Test("a statement is prepared once, in the round trip of its first use")
    func once() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        for number in 1...5 {
            #expect(try await pool.read("select \(number) + 1000")[0].decode(0, as: Int.self) == number + 1000)
        }
        #expect(pool.statistics.roundTrips == 5)
        let prepared = try await pool.read("select count(*) from pg_prepared_statements where statement like '%1000'")
        #expect(try prepared[0].decode(0, as: Int.self) == 1)
    }

    @Test("only so many stay prepared")
    func bounded() async throws {
        var configuration = try TestDatabase.configuration(connections: 1)
        configuration.preparedStatementLimit = 3
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        for number in 1...20 { _ = try await pool.read("select \(unsafeRaw: "\(number)")") }
        try await pool.transaction { transaction in
            for number in 1...20 { _ = try await transaction.query("select \(unsafeRaw: "\(number)")") }
            try await transaction.commit()
        }
        try await pool.ping()
        let prepared = try await pool.read("select count(*) from pg_prepared_statements")
        #expect(try prepared[0].decode(0, as: Int.self) <= 4)
    }

    @Test("a table that changed under a statement is no error")
    func changedResult() async throws {
        try await TestDatabase.withTable("a int8", connections: 1) { pool, table in
            let statement: SQL = "select * from \(unsafeRaw: table)"
            #expect(try await pool.read(statement).columnCount == 1)
            try await pool.query("alter table \(unsafeRaw: table) add column b int8")
            #expect(try await pool.query(statement).columnCount == 2)
            try await pool.query("alter table \(unsafeRaw: table) add column c int8")
            let columns = try await pool.transaction { transaction in
                try await transaction.query("select 1")
                return try await transaction.commit(with: [statement])[0].columnCount
            }
            #expect(columns == 3)
            #expect(pool.statistics.open == 1)
        }
    }

    @Test("statements that the server forgot are prepared again", arguments: ["deallocate all", "discard all"])
    func erased(_ command: String) async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        try await pool.ping()
        try await pool.query("\(unsafeRaw: command)")
        try await pool.ping()
        try await pool.query("\(unsafeRaw: command)")
        try await pool.transaction { try await $0.commit(with: ["select 1"]) }
        #expect(pool.statistics.open == 1)
    }

    @Test("a statement whose preparation failed is prepared anew the next time")
    func failedPreparation() async throws {
        let pool = try TestDatabase.pool(connections: 1)
        defer { pool.close() }
        let table = "late_\(UInt64.random(in: 0 ... .max))"
        let statement: SQL = "select * from \(unsafeRaw: table)"
        #expect(try await postgresError { _ = try await pool.read(statement) }.sqlState == "42P01")
        try await pool.query("create table \(unsafeRaw: table) (n int8)")
        #expect(try await pool.read(statement).isEmpty)
        try await pool.query("drop table \(unsafeRaw: table)")
    }
}
