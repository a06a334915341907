import AccountCore
import AccountTesting
import PostgreSQL
import Store
import Testing
import VerificationCore

@Suite("What accounts in PostgreSQL cost")
struct AccountCostTests {
    @Test("a look-up costs one round trip, a sign-in, a refresh and a change two")
    func roundTrips() async throws {
        try await AccountDatabase.with { database in
            let bench = try await database.bench()
            let attempt = try bench.attempt("+14155550101")
            let before = database.pool.statistics.roundTrips
            let (ann, _) = try await bench.signIn(attempt)
            #expect(database.pool.statistics.roundTrips - before == 2)
            _ = try await bench.signIn(try bench.attempt("+14155550101"))
            #expect(database.pool.statistics.roundTrips - before == 4)
            _ = try await bench.refresh(attempt.session)
            #expect(database.pool.statistics.roundTrips - before == 6)
            try await bench.change(ann.id) { $0.displayName = .set("Ann") }
            #expect(database.pool.statistics.roundTrips - before == 8)
            _ = try await bench.signIn(
                try bench.attempt(identity: "1", email: "ann@shop.test", as: ann.id, uses: [bench.verification()]))
            #expect(database.pool.statistics.roundTrips - before == 10)
            _ = try await bench.account(ann.id)
            _ = try await bench.store.add(try bench.account("ben"), with: nil, to: bench.project)
            #expect(database.pool.statistics.roundTrips - before == 12)
        }
    }

    @Test("no call looks at more than a few rows, however many accounts there are")
    func rows() async throws {
        try await AccountDatabase.with { database in
            let pool = database.process { $0.maximumConnections = 1 }
            defer { pool.close() }
            let bench = try await database.bench([pool])
            // PostgreSQL plans its statements now, as if there were never more accounts.
            try await makeEveryCall(bench, "+44")
            for part in 0..<5 {
                let many = try (0..<400).map { number in
                    try bench.account(
                        "user \(part) \(number)", phone: "+1\(part)\(number)", email: "\(part)-\(number)@shop.test",
                        identity: ("x.test", "\(part)-\(number)"))
                }
                _ = try await bench.store.replace(many, of: bench.project)
            }
            let before = try await rowsRead(pool)
            for number in 0..<5 { try await makeEveryCall(bench, "+1\(number)7") }
            let read = try await rowsRead(pool) - before
            #expect(read < 5 * 300, "\(read) rows")
        }
    }

    private func makeEveryCall(_ bench: AccountBench, _ phone: String) async throws {
        let attempt = try bench.attempt(phone)
        let (account, _) = try await bench.signIn(attempt)
        _ = try await bench.signIn(try bench.attempt(phone + "-9", as: account.id))
        _ = try await bench.refresh(attempt.session)
        for current in [account.id, nil] {
            _ = try await bench.signIn(
                try bench.attempt(identity: phone, email: "\(phone)@shop.test", from: "z.test", as: current))
        }
        let link = ProviderLink(try bench.provider("x.test"), rawID: phone)
        try await bench.change(account.id) { ($0.validSince, $0.linked) = (bench.now, link) }
        for name in account.names {
            #expect(try await bench.store.accounts(named: [name], of: bench.project).count <= 1)
        }
        _ = try await bench.store.accounts(after: account.id, limit: 3, of: bench.project)
        let drafts = try ["-1", "-2", "-3"].map {
            try bench.account(phone + $0, phone: phone + $0, identity: ("y.test", phone + $0))
        }
        for _ in 0..<2 { _ = try await bench.store.replace(drafts, of: bench.project) }
        _ = try await bench.store.delete([account.id], onlyDisabled: false, of: bench.project)
    }

    /// Rows of our tables that statements have looked at so far, this session's included.
    private func rowsRead(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select pg_stat_force_next_flush()")
        return try await pool.query(
            """
            select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = current_schema())::bigint
              + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = current_schema())::bigint
            """
        ).value()
    }
}
