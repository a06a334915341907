import Testing

@testable import PostgreSQL

@Suite("errors")
struct PostgresErrorTests {
    private func error(_ sqlState: String) -> PostgresError {
        ServerReport(severity: "ERROR", sqlState: sqlState, message: "quotes sentinel").error
    }

    @Test(
        "conflicts and a server in trouble are worth another try",
        arguments: ["40001", "40P01", "55P03", "53300", "57P03"])
    func retriable(_ sqlState: String) {
        #expect(error(sqlState).isRetriable)
    }

    @Test("mistakes and violations are not", arguments: ["23505", "42P01", "22P02", "P0001"])
    func notRetriable(_ sqlState: String) {
        #expect(!error(sqlState).isRetriable)
        #expect(error(sqlState).fault != .outage)
    }

    @Test("a commit in doubt is not to be tried again blindly, though the database is to be called unavailable")
    func doubt() {
        let error = PostgresError(.outcomeUnknown(.deadline), context: "")
        #expect(!error.isRetriable)
        #expect(error.fault == .outage)
    }

    @Test("a statement that the server cancelled ran out of time")
    func canceled() {
        #expect(error("57014").kind == .deadline)
    }

    @Test(
        "each error says whose fault it is",
        arguments: [
            ("08006", PostgresError.Fault.outage), ("53300", .outage), ("57P01", .outage), ("25006", .outage),
            ("55P03", .lock), ("40P01", .lock), ("40001", .lock), ("22P05", .value), ("23514", .value),
            ("42501", .right), ("42P01", .schema), ("42703", .schema), ("42883", .schema), ("3F000", .schema),
            ("0A000", .schema), ("XX001", .damage), ("XX002", .damage), ("P0001", .program), ("25P02", .program),
        ])
    func fault(_ sqlState: String, _ fault: PostgresError.Fault) {
        #expect(error(sqlState).fault == fault)
        #expect(PostgresError.decoding("").fault == .schema)
        #expect(PostgresError(.outcomeUnknown(.deadline), context: "").fault == .outage)
    }

    @Test("a message that may quote data is for debugging only", arguments: ["22P02", "P0001", "23514", "XX000"])
    func quoting(_ sqlState: String) {
        #expect(!error(sqlState).description.contains("sentinel"))
        #expect(error(sqlState).debugDescription.contains("sentinel"))
        #expect(error(sqlState).description.contains(sqlState))
    }

    @Test("neither values nor rows are in what a real server's error prints")
    func realErrors() async throws {
        try await TestDatabase.withTable("name text primary key, n int check (n < 10)") { pool, table in
            let insert: SQL = "insert into \(unsafeRaw: table) values (\("sentinel"), \(Int32(1)))"
            try await pool.query(insert)
            let failing: [SQL] = [
                insert, "insert into \(unsafeRaw: table) values (\("sentinel-2"), \(Int32(77)))",
                "select \("sentinel")::int",
            ]
            for statement in failing {
                let error = try await postgresError { try await pool.query(statement) }
                #expect(!"\(error)".contains("sentinel"))
            }
            let duplicate = try await postgresError { try await pool.query(insert) }
            #expect(duplicate.kind == .serverError(sqlState: "23505", constraint: "\(table)_pkey"))
            #expect(!duplicate.debugDescription.contains("sentinel"))
        }
    }

    @Test("a refused password is not in the error")
    func password() async throws {
        var url = try TestDatabase.url()
        url += (url.contains("?") ? "&" : "?") + "user=nobody_here&password=sentinel-pw"
        var configuration = try PostgresConfiguration(url: url)
        configuration.connectTimeout = .seconds(20)
        configuration.acquireTimeout = .seconds(20)
        configuration.callTimeout = .seconds(20)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        let error = try await postgresError { try await pool.ping() }
        #expect(error.fault == .outage)
        #expect(!error.debugDescription.contains("sentinel"))
        #expect(error.description.contains("nobody_here"))
    }
}
