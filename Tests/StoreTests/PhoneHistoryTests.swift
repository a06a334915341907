import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("What is on record of a phone")
struct PhoneHistoryTests {
    @Test("eight erasures at once hold one connection, and other calls go on")
    func atOnce() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 2)
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            let other = try await bench.verification(phone: "+491510009")
            var phones: [PhoneKey] = []
            for number in 0..<8 { phones.append(try await bench.verification(phone: "+49151000\(number)").phoneKey) }
            let erasing = try await database.pool.transaction(deadline: .now + .seconds(120)) { [phones] transaction in
                try await transaction.query("select from phone_state for update")
                let erasing = phones.map { phone in Task { try await store.erase(phone.phone, of: [phone.app]) } }
                try await untilBlocked(database.pool)
                #expect(try await bench.report(other).status == .pending)
                try await transaction.commit()
                return erasing
            }
            for erasure in erasing { #expect(try await erasure.value == 1) }
            #expect(try await bench.report(other).status == .pending)
        }
    }

    @Test("erasures that stand still in the middle delay no check and no claim, with a year of days and many phones")
    func standingStill() async throws {
        try await TestDatabase.with { database in
            try await database.pool.query(strangers)
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 365, 365)")
            // Three processes, of which each would have a connection left for one call.
            let processes = try (0..<3).map { _ in try database.worker(connections: 2) }
            defer { for process in processes { process.pool.close() } }
            let bench = StoreBench(workers: processes.map(\.store), now: try await database.now())
            let other = try await bench.verification(phone: "+491510009")
            let phones = try await bench.atOnce(8) { number in
                try await bench.verification(phone: "+49151000\(number)").phoneKey
            }
            let erasing = try await database.pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query("select from message where verification_id <> \(other.id) for update")
                let erasing = phones.enumerated().map { number, phone in
                    Task { try await processes[number % 3].store.erase(phone.phone, of: [phone.app]) }
                }
                try await untilBlocked(database.pool, count: 3)
                for worker in 0..<3 {
                    #expect(try await bench.check(other, isRight: false, worker: worker).wrong != nil)
                    let next = try bench.request(phone: "+49151001\(worker)")
                    #expect(try await bench.claim(next, worker: worker).order != nil)
                }
                try await transaction.commit()
                return erasing
            }
            for erasure in erasing { #expect(try await erasure.value == 1) }
            #expect(try await bench.check(other, isRight: true).isApproved)
        }
    }

    @Test("a search and an erasure read the phone's own rows and no others")
    func ownRows() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            try await database.pool.query(strangers)
            let request = try await bench.verification()

            let before = try await rowsRead(pool)
            let found = try await store.verifications(of: request.phoneKey, before: nil, limit: 50)
            #expect(found.map(\.id) == [request.id])
            #expect(try await store.erase(request.phone.e164, of: [request.app]) == 1)
            #expect(try await rowsRead(pool) - before < 20)
        }
    }

    @Test("one call erases a phone for several apps, however long ago")
    func severalApps() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let now = try await database.now()
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 70, 3)")
            var requests: [VerificationRequest] = []
            for days in [0, 31, 69, 400] {
                let bench = StoreBench(workers: [store], now: now + .seconds(-days * 86_400))
                for app in ["demo", "other", "third"] {
                    let request = try bench.request(app: app, deadline: .seconds(500 * 86_400))
                    _ = try await bench.send(request, rules: StoreBench.eager)
                    // Or the next request would join this one's verification.
                    _ = try await bench.cancel(request)
                    requests.append(request)
                }
            }
            let apps = requests.prefix(2).map(\.app)
            #expect(try await store.erase(requests[0].phone.e164, of: apps) == 8)
            for (number, request) in requests.enumerated() {
                let found = try await store.verification(request.id, of: request.app)
                #expect(found == .missing(.erased) || number % 3 == 2)
            }
            let left = PhoneKey(app: requests[2].app, phone: requests[2].phone.e164)
            #expect(try await store.verifications(of: left, before: nil, limit: 50).count == 4)
        }
    }

    @Test(
        "all days are searched, each once, at most thirty-two at a time",
        arguments: [(14, 1), (31, 1), (32, 2), (365, 12), (3_650, 115)])
    func slices(days: Int, count: Int) {
        let now = Timestamp(microseconds: 1_800_000_000_000_000)
        let slices = DaySlice.all(before: nil, oldest: now + .seconds(-days * 86_400), now: now)
        #expect(slices.count == count)
        #expect(slices.first?.before == VerificationID(high: .max, low: .max))
        #expect(slices.last?.from == VerificationID(high: 0, low: 0))
        for (newer, older) in zip(slices, slices.dropFirst()) { #expect(newer.from == older.before) }
    }

    /// Verifications of today that are none of the phone's.
    private let strangers: SQL = """
        insert into verification (id, app, phone, region, status, code_key, code_digits, max_sends, max_checks, created_at,
          expires_at)
        select (left(uuid_of_day((now() at time zone 'utc')::date)::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
          'demo', '+4916' || n, 'DE', 'pending', 'key', 6, 5, 5, now(), now()
        from generate_series(1, 3000) as n
        """

    private func rowsRead(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select pg_stat_force_next_flush()")
        let sum: SQL = """
            select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint from pg_stat_user_tables
            """
        return try await pool.query(sum)[0].decode(0)
    }
}
