import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("The store in PostgreSQL: receipts")
struct ReceiptStoreTests {
    @Test("a send through a gateway without receipts costs the same statements and rows as ever, and no more")
    func costsNothing() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let sends = try await Self.sends(3, bench)
            let silent = sends.map { $0.record("a", reportsDelivery: false) }
            let anonymous = sends.map { $0.record(nil, reportsDelivery: true) }
            let asEver = [SQL.planForTheirDays, .update(silent, in: nil)].map(\.text)
            #expect(RecordTransaction.saving(silent).map(\.text) == asEver)
            #expect(RecordTransaction.saving(anonymous).map(\.text) == asEver)
            #expect(RecordTransaction.saving([sends[0].record("a", reportsDelivery: true)]).count == 3)

            let rows = try await Self.writes(pool)
            let trips = pool.statistics.roundTrips
            #expect(try await store.record(silent[0]) == .saved(nil))
            #expect(pool.statistics.roundTrips - trips == 1)
            #expect(try await Self.writes(pool) - rows == 1, "the message")
            #expect(try await store.record(sends[1].record("b", reportsDelivery: true)) == .saved(nil))
            #expect(try await Self.writes(pool) - rows == 3, "the message and its receipt's row")
        }
    }

    @Test("a batch of records costs one round trip with receipts too, and a batch of receipts three")
    func roundTrips() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let sends = try await Self.sends(20, bench)
            let scans = try await Self.scans(pool)
            try await store.noteAll(Self.receipts(0..<5))
            let before = pool.statistics.roundTrips
            let recording = RecordTransaction(pool: pool, days: DayDirectory(), deadline: .seconds(60))
            let records = sends.enumerated().map { $1.record("id \($0)", reportsDelivery: true) }
            #expect(try await !recording.run(records).contains(.stale))
            #expect(pool.statistics.roundTrips - before == 1)
            try await store.noteAll(Self.receipts(0..<30))
            #expect(pool.statistics.roundTrips - before == 4)
            for send in sends { #expect(try await bench.report(send.request).messages[0].status == .delivered) }
            #expect(try await Self.scans(pool) == scans, "it reads no whole table")
        }
    }

    @Test("an erasure leaves no row of a receipt, of whichever part of a message it is")
    func erasedParts() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let send = try await Self.sends(1, bench)[0]
            #expect(try await store.record(send.record("a1\na2\na3", reportsDelivery: true)) == .saved(nil))
            let rows: SQL = "select count(*) from receipt"
            #expect(try await pool.read(rows).value(as: Int64.self) == 3)
            #expect(try await bench.erase(send.request) == 1)
            #expect(try await pool.read(rows).value(as: Int64.self) == 0)
        }
    }

    @Test("a receipt changes its message's row in place, without a write to an index")
    func inPlace() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let sends = try await Self.sends(5, bench)
            for (number, send) in sends.enumerated() {
                #expect(try await store.record(send.record("id \(number)", reportsDelivery: true)).isSaved)
            }
            try await store.noteAll(Self.receipts(0..<5))
            try await pool.query("select pg_stat_force_next_flush()")
            let counts = try await pool.query(
                """
                select sum(n_tup_upd)::bigint, sum(n_tup_hot_upd)::bigint from pg_stat_user_tables
                where relname ~ '^(message|receipt)'
                """)[0]
            #expect(try counts.decode(0, as: Int64.self) == 20, "each row of both twice")
            #expect(try counts.decode(1, as: Int64.self) == 20)
        }
    }

    @Test("a receipt that comes while its message is recorded waits, and then finds the message")
    func receiptWaits() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let send = try await Self.sends(1, bench)[0]
            let noting = try await database.pool.transaction(deadline: .now + .seconds(90)) { transaction in
                try await transaction.pipeline(RecordTransaction.saving([send.record("id 0", reportsDelivery: true)]))
                let noting = Task { try await store.noteAll(Self.receipts(0..<1)) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return noting
            }
            #expect(try await noting.value.map(\.delivery) == [.delivered])
            #expect(try await bench.report(send.request).messages.map(\.status) == [.delivered])
        }
    }

    @Test("a record that comes while its receipt is saved waits, and then finds the receipt")
    func recordWaits() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let send = try await Self.sends(1, bench)[0]
            let record = send.record("id 0", reportsDelivery: true)
            let recording = try await database.pool.transaction(deadline: .now + .seconds(90)) { transaction in
                try await transaction.query(.lockReceipts([ReceiptKey: Delivery](Self.receipts(0..<1))))
                let recording = Task { try await store.record(record) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return recording
            }
            #expect(try await recording.value.isSaved)
            #expect(try await bench.report(send.request).messages.map(\.status) == [.delivered])
        }
    }

    @Test("an erasure that meets the record of a message forgets its receipt's row too")
    func erasureMeetsRecord() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let send = try await Self.sends(1, bench)[0]
            let erasing = try await database.pool.transaction(deadline: .now + .seconds(90)) { transaction in
                try await transaction.pipeline(RecordTransaction.saving([send.record("id 0", reportsDelivery: true)]))
                let erasing = Task { try await bench.erase(send.request) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return erasing
            }
            #expect(try await erasing.value == 1)
            #expect(try await Self.rows(pool) == 0)
            try await store.noteAll(Self.receipts(0..<1))
            #expect(try await pool.query("select from receipt where verification_id is not null").isEmpty)
        }
    }

    @Test("a locked row delays its own receipt and its own record, and no other")
    func locked() async throws {
        try await TestDatabase.with { database in
            var configuration = database.configuration
            configuration.lockTimeout = .milliseconds(100)
            let pool = PostgresPool(configuration)
            defer { pool.close() }
            let store = PostgresVerificationStore(pool: pool, batchDeadline: .seconds(60))
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let sends = try await Self.sends(8, bench)
            try await store.noteAll(Self.receipts(3..<4))
            try await database.pool.transaction(deadline: .now + .seconds(90)) { transaction in
                try await transaction.query("select from receipt for update")
                let noted = await store.note(Self.receipts(0..<8))
                #expect(noted == (0..<8).map { $0 == 3 ? .failure(.locked) : .success(nil) })
                let answers = await Self.record(sends, store)
                #expect(answers == (0..<8).map { $0 == 3 ? .failure(.locked) : .success(true) })
                try await transaction.commit()
            }
            #expect(await Self.record(sends, store).allSatisfy { $0 == .success(true) })
            try await store.noteAll(Self.receipts(0..<8))
            for send in sends { #expect(try await bench.report(send.request).messages[0].status == .delivered) }
        }
    }

    @Test(
        "while another transaction holds a message's row, or its verification's, the receipts of 100 others are saved",
        arguments: ["message", "verification"])
    func lockedAlone(table: String) async throws {
        try await TestDatabase.with { database in
            var configuration = database.configuration
            configuration.lockTimeout = .milliseconds(100)
            let pool = PostgresPool(configuration)
            defer { pool.close() }
            let store = PostgresVerificationStore(pool: pool, batchDeadline: .seconds(60))
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            // A receipt needs its verification's row when the app has an endpoint.
            let app = App(id: try #require(AppID("demo")), displayName: "Demo")
            let secret = try #require(StoreBench.ring.seal(endpointSecret: "whsec_a", of: app.id))
            let registry = AppRegistry(pool: pool)
            try await registry.save(app)
            #expect(try await registry.save(EventEndpoint(url: "https://example.org/", secret: secret), of: app.id))
            let sends = try await Self.sends(101, bench)
            #expect(await Self.record(sends, store).allSatisfy { $0 == .success(true) })
            try await database.pool.transaction(deadline: .now + .seconds(170)) { holder in
                let key = table == "message" ? "verification_id" : "id"
                try await holder.query(
                    "select from \(identifier: table) where \(identifier: key) = \(sends[7].request.id) for update")
                let answers = await store.note(Self.receipts(0..<101))
                #expect(answers[7] == .failure(.locked))
                #expect(answers.count { (try? $0.get()?.delivery) == .delivered } == 100)
                #expect(await store.note(Self.receipts(7..<8)) == [.failure(.locked)])
                #expect(try await bench.report(sends[8].request).messages[0].status == .delivered)
            }
            #expect(try await store.noteAll(Self.receipts(7..<8)).map(\.delivery) == [.delivered])
        }
    }

    @Test("random batches, records and erasures at once never wait for each other in a circle")
    func noDeadlock() async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            let bench = StoreBench(
                workers: workers.map(\.store), now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let sends = try await Self.sends(60, bench)
            _ = try await bench.atOnce(240) { number in
                let store = workers[number % 2].store
                switch number % 4 {
                case 0:
                    // The last get ids that others have already.
                    _ = try await store.record(sends[number / 4].record("id \(number / 4 % 50)", reportsDelivery: true))
                case 1 where number % 5 == 0:
                    _ = try await bench.erase(sends[number / 4].request)
                case _:
                    try await store.noteAll(Self.receipts(0..<50).shuffled())
                }
            }
            let deadlocks: SQL = "select deadlocks from pg_stat_database where datname = current_database()"
            for worker in workers { worker.pool.close() }
            #expect(try await database.pool.query(deadlocks)[0].decode(0, as: Int64.self) == 0)
        }
    }

    @Test("rows older than seven days are forgotten in portions, sooner where everything is")
    func retention() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let maintenance = PostgresMaintenance(pool: pool, portion: 2, rest: .zero)
            try await store.noteAll(Self.receipts(0..<9))
            try await pool.query(
                """
                update receipt set created_at = now() - interval '7 days' + interval '1 hour' * (
                  case when gateway_id < 'id 7' then -1 else 1 end)
                """)
            try await maintenance.forget(olderThan: .seconds(30 * 86_400))
            #expect(try await Self.rows(pool) == 2)
            try await store.noteAll(Self.receipts(0..<1))
            try await maintenance.forget(olderThan: .seconds(86_400))
            #expect(try await Self.rows(pool) == 1)
        }
    }

    // MARK: Helpers

    private struct Send: Sendable {
        let request: VerificationRequest
        let order: SendOrder

        func record(_ id: String?, reportsDelivery: Bool) -> SendRecord {
            SendRecord(
                order: order, request: request, rules: .standard, gateway: "gateway", reportsDelivery: reportsDelivery,
                text: nil, outcome: .accepted(gatewayID: id))
        }
    }

    /// Claims requests of as many phones; their messages are being sent.
    private static func sends(_ count: Int, _ bench: StoreBench) async throws -> [Send] {
        var sends: [Send] = []
        for number in 0..<count {
            let request = try bench.request(phone: "+49151\(10_000 + number)")
            sends.append(Send(request: request, order: try await bench.send(request, rules: StoreBench.eager)))
        }
        return sends
    }

    private static func receipts(_ numbers: Range<Int>) -> [GatewayReceipt] {
        numbers.map {
            GatewayReceipt(gateway: "gateway", receipt: DeliveryReceipt(gatewayID: "id \($0)", status: .delivered))
        }
    }

    /// Records all at once, each under its number.
    private static func record(
        _ sends: [Send], _ store: PostgresVerificationStore
    ) async -> [Result<Bool, StoreError>] {
        await withTaskGroup { tasks in
            for (number, send) in sends.enumerated() {
                tasks.addTask {
                    do throws(StoreError) {
                        let record = send.record("id \(number)", reportsDelivery: true)
                        return (number, Result<Bool, StoreError>.success(try await store.record(record).isSaved))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            var answers = [Result<Bool, StoreError>](repeating: .failure(.unavailable), count: sends.count)
            for await (number, answer) in tasks { answers[number] = answer }
            return answers
        }
    }

    private static func rows(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select count(*) from receipt")[0].decode(0)
    }

    /// Rows that were inserted, updated and deleted in all tables so far.
    private static func writes(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select pg_stat_force_next_flush()")
        let sum: SQL = "select sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint from pg_stat_user_tables"
        return try await pool.query(sum)[0].decode(0)
    }

    /// Whole tables read so far.
    private static func scans(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select pg_stat_force_next_flush()")
        return try await pool.query("select sum(seq_scan)::bigint from pg_stat_user_tables")[0].decode(0)
    }
}
