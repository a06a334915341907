import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("The store in PostgreSQL")
struct PostgresStoreTests {
    @Test("keeps every promise to each kind of caller", arguments: PortPromises.all)
    func promises(to port: PortPromises) async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            for promise in port.promises {
                let bench = StoreBench(workers: workers.map(\.store), now: try await database.now())
                await #expect(throws: Never.self, "\(promise.testDescription)") { try await promise.prove(bench) }
                try await database.empty()
            }
        }
    }

    @Test("keeps every promise to the gate before it")
    func health() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            try await exerciseHealth(store) { pool.close() }
        }
    }

    @Test("a batch of claims, new and known, costs two round trips, and one of records one or two")
    func roundTrips() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let bench = StoreBench(workers: [], now: try await database.now())
            let claims = try (0..<200).map { number in
                Claim(
                    request: try bench.request(phone: "+49151\(10_000 + number % 150)"), rules: .standard,
                    codeKey: "key", lease: .seconds(60), token: 1)
            }
            let claiming = ClaimTransaction(pool: pool, rules: RuleBook(), days: DayDirectory(), deadline: .seconds(60))
            let new = try await counting(pool) { try await claiming.run(Array(claims[..<100])) }
            #expect(new.value.compactMap(\.order).count == 100 && new.trips == 2)
            let mixed = try await counting(pool) { try await claiming.run(Array(claims[100...])) }
            #expect(mixed.value.compactMap(\.order).count == 50 && mixed.value.compactMap(\.joined).count == 50)
            #expect(mixed.trips == 2)

            let recording = RecordTransaction(pool: pool, days: DayDirectory(), deadline: .seconds(60))
            let sent = try records(of: new.value, claims, .accepted(gatewayID: nil))
            let saved = try await counting(pool) { try await recording.run(sent) }
            #expect(!saved.value.contains(.stale) && saved.trips == 1)
            let lost = try records(of: mixed.value, Array(claims[100...]), .failed(reason: "busy"))
            let failed = try await counting(pool) { try await recording.run(lost) }
            #expect(!failed.value.contains(.stale) && failed.trips == 2)
        }
    }

    @Test("a day without tables of its own costs its first batch a second try, and later batches nothing")
    func dayWithoutTables() async throws {
        try await TestDatabase.with { database in
            let (pool, days) = (database.pool, DayDirectory())
            try await database.dropPartitions()
            let bench = StoreBench(workers: [], now: try await database.now())
            let claims = try (0..<20).map { number in
                Claim(
                    request: try bench.request(phone: "+49151\(10_000 + number)"), rules: .standard,
                    codeKey: "key", lease: .seconds(60), token: 1)
            }
            let claiming = ClaimTransaction(pool: pool, rules: RuleBook(), days: days, deadline: .seconds(60))
            let first = try await counting(pool) { try await claiming.run(Array(claims[..<10])) }
            #expect(first.value.compactMap(\.order).count == 10 && first.trips == 2 + 2)
            let second = try await counting(pool) { try await claiming.run(Array(claims[10...])) }
            #expect(second.value.compactMap(\.order).count == 10 && second.trips == 2)

            let sent = try records(of: first.value, Array(claims[..<10]), .accepted(gatewayID: nil))
            let lost = try records(of: second.value, Array(claims[10...]), .failed(reason: "busy"))
            let stranger = RecordTransaction(pool: pool, days: DayDirectory(), deadline: .seconds(60))
            let saved = try await counting(pool) { try await stranger.run(sent) }
            #expect(!saved.value.contains(.stale) && saved.trips == 1 + 1)
            let recording = RecordTransaction(pool: pool, days: days, deadline: .seconds(60))
            let failed = try await counting(pool) { try await recording.run(lost) }
            #expect(!failed.value.contains(.stale) && failed.trips == 2)
        }
    }

    @Test("a batch names the tables of its day, unless PostgreSQL has refused them or it has several days")
    func dayDirectory() async throws {
        let days = DayDirectory()
        let today = VerificationID(high: 20_000 * 86_400_000 << 16, low: 1)
        let tomorrow = VerificationID(high: 20_001 * 86_400_000 << 16, low: 1)
        let tables = try #require(days.tables(of: [today, today]))
        #expect((tables.requests, tables.messages) == ("verification_request_20241004", "message_20241004"))
        #expect(days.tables(of: [today, tomorrow]) == nil && days.tables(of: []) == nil)
        #expect(!days.avoid(tables, after: "23505"))
        #expect(!days.avoid(nil, after: "42P01"))
        #expect(days.tables(of: [today]) == tables)
        for (day, refusal) in [(today, "42P01"), (tomorrow, "42501")] {
            #expect(days.avoid(days.tables(of: [day]), after: refusal))
            #expect(days.tables(of: [day]) == nil)
        }
    }

    @Test("one claim alone costs two round trips, one that sends again three, and a record one")
    func roundTripsAlone() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            let (rules, request) = (StoreBench.eager, try bench.request())
            let claim = try await counting(pool) { try await bench.send(request, rules: rules) }
            #expect(claim.trips == 2)
            let record = try await counting(pool) {
                try await bench.record(.accepted(gatewayID: nil), of: claim.value, request, rules: rules)
            }
            #expect(record.value && record.trips == 1)

            let next = try bench.request()
            let again = try await counting(pool) { try await bench.send(next, rules: rules) }
            #expect(again.value.message.ordinal == 2 && again.value.earlier.count == 1 && again.trips == 3)
        }
    }

    @Test("a fresh request costs five row writes and its batch one for each shared limit; a joining one costs two")
    func rowWrites() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            _ = try await bench.verification(phone: "+4915199999")

            let before = try await writes(pool)
            _ = try await bench.verification()
            let afterFresh = try await writes(pool)
            #expect(afterFresh - before == 5 + 2, "the limits by prefix and by app")
            #expect(try await bench.claim(try bench.request()).joined != nil)
            #expect(
                try await writes(pool) - afterFresh == 2, "the request, and in the phone's row that it is the newest")
        }
    }

    @Test("no request, however many days there are, makes the database read a whole table or compile a statement")
    func plans() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            try await database.pool.query("select make_partitions((now() at time zone 'utc')::date - 31, 30)")
            let bench = StoreBench(workers: [store], now: try await database.now())
            let before = try await scans(pool)
            for round in 0..<3 {
                let request = try await bench.verification(phone: "+49151000\(round)", clientIP: "192.0.2.1")
                _ = try await bench.claim(try bench.request(phone: "+49151000\(round)", key: "order \(round)"))
                _ = try await bench.check(request, isRight: false)
                _ = try await bench.check(request, isRight: round == 0)
                _ = try await bench.cancel(request)
                let failing = try bench.request(phone: "+49151001\(round)")
                let order = try await bench.send(failing)
                _ = try await bench.record(.failed(reason: "busy"), of: order, failing)
            }
            #expect(try await scans(pool) == before)
            #expect(try await pool.query("show jit")[0].decode(0, as: String.self) == "off")
        }
    }

    @Test("no session of ours shares a statement among processes of the server, however cheap it takes that to be")
    func parallelWorkers() async throws {
        try await TestDatabase.with { database in
            let plan = try await planOfCounting(database.configuration)
            #expect(!plan.contains("Gather"))
            var careless = database.configuration
            careless.serverSettings["max_parallel_workers_per_gather"] = "2"
            let sharing = try await planOfCounting(careless)
            #expect(sharing.contains("Gather"))
        }
    }

    @Test(
        "an outcome that is recorded while the next worker decides is neither overwritten nor followed by a second SMS",
        arguments: UnknownOutcomePolicy.allCases)
    func lateRecord(whenUnknown: UnknownOutcomePolicy) async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            let rules = SendingRules(whenUnknown: whenUnknown)
            let request = try bench.request()
            _ = try await bench.send(request, rules: rules, lease: .zero)
            #expect(try await claimWhileRecording(bench, request, rules, database.pool) == .known)
            let messages = try await bench.report(request).messages
            #expect(messages.map(\.status) == [.accepted] && !messages[0].mayBeDuplicate)
        }
    }

    @Test("a server that is away is reported as such, and asked again later all is well")
    func away() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            let bench = StoreBench(workers: [store], now: try await database.now())
            let request = try bench.request()
            pool.close()
            await #expect(throws: StoreError.unavailable) { try await bench.claim(request) }
            await #expect(throws: StoreError.unavailable) { try await store.ping() }
            await #expect(throws: StoreError.unavailable) {
                try await store.verification(request.id, of: request.app)
            }
        }
    }

    // MARK: Helpers

    /// How a server plans to count all verifications that takes it for nothing to begin a process.
    private func planOfCounting(_ configuration: PostgresConfiguration) async throws -> String {
        var configuration = configuration
        for name in ["parallel_setup_cost", "parallel_tuple_cost"] { configuration.serverSettings[name] = "0" }
        for name in ["table", "index"] { configuration.serverSettings["min_parallel_\(name)_scan_size"] = "0" }
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        let plan = try await pool.query("explain select count(*) from verification")
        return try plan.column(as: String.self).joined(separator: "\n")
    }

    /// Holds the message's row as a recording worker does, until the claim waits for it, and then commits an outcome.
    private func claimWhileRecording(
        _ bench: StoreBench, _ request: VerificationRequest, _ rules: SendingRules, _ pool: PostgresPool
    ) async throws -> Verdict {
        let claim = try await pool.transaction(deadline: .now + .seconds(90)) { transaction in
            try await transaction.query(
                "update message set stage = 'ended', status = 'accepted' where verification_id = \(request.id)")
            let claim = Task { try await bench.claim(request, rules: rules, worker: 1) }
            try await untilBlocked(pool)
            try await transaction.commit()
            return claim
        }
        return try await claim.value
    }

    private func records(
        of verdicts: [Verdict], _ claims: [Claim], _ outcome: SendRecord.Outcome
    ) throws -> [SendRecord] {
        let text = MessageText("000000", language: try #require(LanguageTag("en")))
        return zip(verdicts, claims).compactMap { verdict, claim in
            verdict.order.map {
                SendRecord(
                    order: $0, request: claim.request, rules: claim.rules, gateway: "gateway", text: text,
                    outcome: outcome)
            }
        }
    }

    private func counting<Value: Sendable>(
        _ pool: PostgresPool, _ body: () async throws -> Value
    ) async throws -> (value: Value, trips: Int) {
        let before = pool.statistics.roundTrips
        let value = try await body()
        return (value, pool.statistics.roundTrips - before)
    }

    /// Whole tables read so far, this session's included.
    private func scans(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select pg_stat_force_next_flush()")
        let sum: SQL = "select sum(seq_scan)::bigint from pg_stat_user_tables"
        return try await pool.query(sum)[0].decode(0)
    }

    /// Rows that were inserted, updated and deleted in all tables so far, this session's own included.
    private func writes(_ pool: PostgresPool) async throws -> Int64 {
        // Counters leave a session when a transaction of it has ended.
        try await pool.query("select pg_stat_force_next_flush()")
        let sum: SQL = "select sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint from pg_stat_user_tables"
        return try await pool.query(sum)[0].decode(0)
    }
}

/// Returns when so many statements of this database wait for another one's lock.
///
/// The server tells nobody when that happens, so it is asked until it has.
func untilBlocked(_ pool: PostgresPool, count: Int64 = 1) async throws {
    let isBlocked: SQL = """
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
        """
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try await pool.query(isBlocked)[0].decode(0, as: Int64.self) >= count { return }
    }
    Issue.record("nobody waits")
}
