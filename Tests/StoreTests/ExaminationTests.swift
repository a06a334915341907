import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("The store in PostgreSQL: a database that does not fit")
struct ExaminationTests {
    @Test("a healthy database passes, and nothing of the examination stays")
    func healthy() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            for _ in 1...3 { try await store.examine() }
            for table in ["phone_state", "rate_limit", "verification", "verification_request", "message", "receipt"] {
                let count: SQL = "select count(*) from \(identifier: table)"
                #expect(try await database.pool.query(count)[0].decode(0, as: Int64.self) == 0, "\(table)")
            }
        }
    }

    @Test(
        "whatever is missing or renamed is found, costs no request, and is over when it is mended",
        arguments: [
            ["alter table message rename to m2", "alter table m2 rename to message"],
            ["alter table receipt rename to r2", "alter table r2 rename to receipt"],
            [
                "alter table phone_state rename column live_id to other",
                "alter table phone_state rename column other to live_id",
            ],
            ["alter table app rename column rules to r", "alter table app rename column r to rules"],
            [
                "alter table verification add constraint future check (false) not valid",
                "alter table verification drop constraint future",
            ],
            [
                "insert into schema_migration (version, name) values (900, 'future')",
                "delete from schema_migration where version = 900",
            ],
            [
                "alter table message alter column fence type text",
                "alter table message alter fence type int using fence::int",
            ],
        ])
    func unfit(_ steps: [String]) async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            _ = try await bench.send(try bench.request(phone: "+4915100001"))
            try await database.pool.query("\(unsafeRaw: steps[0])")
            let problem = await #expect(throws: StoreError.self) { try await store.examine() }
            guard case .unfit(let words) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(words.contains("verifyd"), "it says what to do: \(words)")
            try await database.pool.query("\(unsafeRaw: steps[1])")
            try await store.examine()
            _ = try await bench.send(try bench.request(phone: "+4915100002"))
        }
    }

    @Test("a right that was taken away is named")
    func grant() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            try await database.pool.query("revoke update on message from current_user")
            let problem = await #expect(throws: StoreError.self) { try await store.examine() }
            guard case .unfit(let words) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(words.contains("42501") && words.contains("message") && words.contains("grant"))
            try await database.pool.query("grant update on message to current_user")
            try await store.examine()
        }
    }

    @Test("an API needs the rights to check, cancel and erase, and not those to claim and record; nothing stays")
    func checks() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(work: .checks)
            defer { pool.close() }
            try await database.pool.query("revoke insert on verification, message, receipt from current_user")
            for _ in 1...3 { try await store.examine() }
            for table in ["phone_state", "rate_limit", "outbox", "idempotency_key", "test_number"] {
                let count: SQL = "select count(*) from \(identifier: table)"
                #expect(try await database.pool.query(count)[0].decode(0, as: Int64.self) == 0, "\(table)")
            }
            try await database.pool.query("revoke delete on idempotency_key from current_user")
            let problem = await #expect(throws: StoreError.self) { try await store.examine() }
            guard case .unfit(let words) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(words.contains("42501") && words.contains("idempotency_key"), "\(words)")
        }
    }

    @Test("a dashboard's process needs no right to change anything, and still finds a schema that does not fit")
    func looks() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(work: .looks)
            defer { pool.close() }
            try await database.pool.query(
                "revoke insert, update, delete on all tables in schema public from current_user")
            try await store.examine()
            let (other, otherPool) = try database.worker(work: .checks)
            defer { otherPool.close() }
            await #expect(throws: StoreError.self) { try await other.examine() }
            try await database.pool.pipeline([
                "grant insert on schema_migration to current_user",
                "insert into schema_migration (version, name) values (900, 'future')",
            ])
            let problem = await #expect(throws: StoreError.self) { try await store.examine() }
            guard case .unfit = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
        }
    }

    @Test("a database without tables is told to be migrated, and one that is away is away")
    func empty() async throws {
        try await TestDatabase.with(migrated: false) { database in
            let (store, pool) = try database.worker()
            let problem = await #expect(throws: StoreError.self) { try await store.examine() }
            guard case .unfit(let words) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(words.contains("verifyd migrate"))
            pool.close()
            await #expect(throws: StoreError.unavailable) { try await store.examine() }
        }
    }

    @Test("an unfit database fails a claim as such, and not as the claim's fault")
    func claim() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            try await database.pool.query("alter table verification add future text not null")
            let problem = await #expect(throws: StoreError.self) { try await bench.claim(try bench.request()) }
            guard case .unfit = problem else {
                Issue.record("a missing value is the newer schema's fault: \(String(describing: problem))")
                return
            }
        }
    }
}
