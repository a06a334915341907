import PostgreSQL
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("Events in PostgreSQL")
struct EventOutboxTests {
    @Test("keeps every promise to the relay")
    func promises() async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            let now = try await database.now()
            let make = {
                StoreBench(
                    workers: workers.map(\.store), now: now, knowledge: DatabaseKnowledge(database))
            }
            let outbox = PostgresEventOutbox(pool: workers[0].pool)
            try await exerciseEvents(outbox, apps: AppRegistry(pool: workers[0].pool), bench: make()) {
                try await database.empty()
                return make()
            }
        }
    }

    @Test("keeps every promise to an operator who looks at the outbox")
    func report() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            try await exerciseOutboxOverview(PostgresEventOutbox(pool: pool), bench: bench)
        }
    }

    @Test("a claim that is rolled back tells nothing")
    func rollback() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            // The examination makes a claim of an app with an endpoint, records its send, and rolls back.
            try await store.examine()
            for table in ["outbox", "verification_watch"] {
                let count = try await pool.query("select count(*) from \(identifier: table)")
                #expect(try count[0].decode(0, as: Int64.self) == 0, "\(table)")
            }
        }
    }

    @Test("an app's endpoint comes with the app, and costs no round trip more")
    func roundTrips() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            var bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            let request = try bench.request()
            let before = pool.statistics.roundTrips
            let order = try await bench.send(request)
            #expect(pool.statistics.roundTrips - before == 2)
            _ = try await bench.record(.accepted(gatewayID: "a"), of: order, request, reportsDelivery: true)
            #expect(pool.statistics.roundTrips - before == 3)
            try await Self.saveEndpoint(of: request.app, database.pool)
            try await store.noteAll([Self.delivered("a")])
            #expect(pool.statistics.roundTrips - before == 6)
            #expect(try await PostgresEventOutbox(pool: database.pool).waiting() == 2)
        }
    }

    @Test("a receipt waits for a check of the same verification, and its event has the next number")
    func receiptWaits() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            var bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            let request = try bench.request()
            let order = try await bench.send(request)
            try #require(
                await bench.record(.accepted(gatewayID: "a"), of: order, request, reportsDelivery: true))
            try await Self.saveEndpoint(of: request.app, database.pool)
            let receipt = try await database.pool.transaction(deadline: .now + .seconds(90)) { transaction in
                // As a check does when it approves.
                try await transaction.query(.lockVerifications([request.id]))
                let receipt = Task { try await store.noteAll([Self.delivered("a")]) }
                try await untilBlocked(pool)
                try await transaction.query("update verification set events = 2")
                try await transaction.commit()
                return receipt
            }
            #expect(try await receipt.value.map(\.delivery) == [.delivered])
            let events = Mutex<[AppEvent]>([])
            _ = try await PostgresEventOutbox(pool: pool, patience: .seconds(180)).relay(atMost: 10) { told in
                events.withLock { $0 += told }
            }
            #expect(events.withLock { $0.map(\.kind) } == [.sent, .delivered])
            #expect(events.withLock { $0.map(\.sequence) } == [1, 3])
        }
    }

    private static func saveEndpoint(of app: AppID, _ pool: PostgresPool) async throws {
        let registry = AppRegistry(pool: pool)
        try await registry.save(App(id: app, displayName: "Shop"))
        let secret = try #require(StoreBench.ring.seal(endpointSecret: "whsec_a", of: app))
        #expect(try await registry.save(EventEndpoint(url: "https://example.org/", secret: secret), of: app))
    }

    private static func delivered(_ id: String) -> GatewayReceipt {
        GatewayReceipt(gateway: "gateway", receipt: DeliveryReceipt(gatewayID: id, status: .delivered))
    }

    @Test("a worker that dies after the broker has confirmed hands the same events over again, under the same ids")
    func diesBeforeForgetting() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            var bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            let request = try await bench.verification()
            let handed = Mutex<[String]>([])
            let outbox = PostgresEventOutbox(pool: pool, patience: .seconds(180))
            let hand: @Sendable ([AppEvent]) async -> Void = { [killer = database.pool] events in
                let isFirst = handed.withLock { ids in
                    ids += events.map(\.id)
                    return ids.count == 1
                }
                guard isFirst else { return }
                // The connection is lost after the broker's word and before the commit.
                _ = try? await killer.query(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'
                    """)
            }
            // The pool repeats the transaction only where it knows that the commit has not left.
            var count = try? await outbox.relay(atMost: 10, hand)
            if count == nil { count = try await outbox.relay(atMost: 10, hand) }
            #expect(count == 1)
            #expect(handed.withLock { $0 } == ["evt_\(request.id)_1", "evt_\(request.id)_1"])
            #expect(try await outbox.waiting() == 0)
        }
    }

    @Test("an event that is committed long after it got its id is handed over, though later ids were before it")
    func committedLate() async throws {
        try await TestDatabase.with { database in
            let outbox = PostgresEventOutbox(
                pool: database.pool, patience: .seconds(180), events: QueueHead(lag: .zero), looks: QueueHead())
            let handed = Mutex<[Int]>([])
            let relay = { @Sendable in
                _ = try await outbox.relay(atMost: 1) { events in handed.withLock { $0 += events.map(\.sequence) } }
            }
            let (_, pool) = try database.worker()
            defer { pool.close() }
            try await pool.transaction(deadline: .now + .seconds(170)) { late in
                try await late.query(Self.insertEvents(1...1))
                try await database.pool.query(Self.insertEvents(2...5))
                for _ in 2...7 { try await relay() }
                #expect(handed.withLock { $0 } == [2, 3, 4, 5])
                try await late.commit()
            }
            // At the latest the next look from the beginning finds it.
            while handed.withLock({ $0.count }) < 5 { try await relay() }
            #expect(handed.withLock { $0 } == [2, 3, 4, 5, 1])
        }
    }

    @Test("while an old transaction is open, a look reads what is new, and not all that it took before")
    func oldTransaction() async throws {
        try await TestDatabase.with { database in
            let (_, pool) = try database.worker(connections: 1)
            defer { pool.close() }
            let outbox = PostgresEventOutbox(
                pool: pool, patience: .seconds(180), events: QueueHead(lag: .zero, rest: .seconds(3_600)),
                looks: QueueHead())
            try await database.pool.transaction(deadline: .now + .seconds(170)) { old in
                try await old.pipeline([
                    "set transaction isolation level repeatable read", "select from outbox",
                ])
                try await pool.query(Self.insertEvents(1...20_000))
                while try await outbox.relay(atMost: 1_000, { _ in }) > 0 {}
                let before = try await Self.entriesRead(pool)
                #expect(try await PostgresEventOutbox(pool: pool).relay(atMost: 250) { _ in } == 0)
                let whole = try await Self.entriesRead(pool)
                #expect(whole - before >= 20_000, "the entries are still there")
                #expect(try await outbox.relay(atMost: 250) { _ in } == 0)
                #expect(try await Self.entriesRead(pool) - whole < 2_000)
            }
        }
    }

    /// Events whose sequences are these numbers, in the order of their ids.
    private static func insertEvents(_ numbers: ClosedRange<Int>) -> SQL {
        """
        insert into outbox (app, verification_id, sequence, kind, status, created_at)
        select 'demo', gen_random_uuid(), n, 'verification.sent', 'pending', now()
        from generate_series(\(numbers.lowerBound)::integer, \(numbers.upperBound)::integer) n order by n
        """
    }

    /// How many entries of the outbox's key the pool's only connection has read so far.
    private static func entriesRead(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.query("select pg_stat_force_next_flush()")
        return try await pool.query("select idx_tup_read from pg_stat_user_indexes where indexrelname = 'outbox_pkey'")[
            0
        ]
        .decode(0)
    }

    @Test("events that a later version has written wait for it, and hold up no other event")
    func laterVersion() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            var bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            let outbox = PostgresEventOutbox(pool: pool, patience: .seconds(180))
            for (place, change) in ["kind = 'verification.praised'", "status = 'praised'"].enumerated() {
                _ = try await bench.verification(phone: "+49151000\(place)")
                let old = try await bench.verification(phone: "+49151001\(place)")
                try await database.pool.query(
                    "update outbox set \(unsafeRaw: change) where verification_id <> \(old.id)")
                let handed = Mutex<[VerificationID]>([])
                let count = try await outbox.relay(atMost: 10) { events in
                    handed.withLock { $0 += events.map(\.verification) }
                }
                #expect(count == 1 && handed.withLock { $0 } == [old.id])
            }
            #expect(try await outbox.waiting() == 2)
        }
    }

    @Test("a check that is approving holds the look at the end of the code's life off")
    func approvedInTime() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            var bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            let request = try await bench.verification()
            let outbox = PostgresEventOutbox(pool: database.pool)
            try await database.pool.pipeline([
                "update verification_watch set due_at = now()", "update verification set expires_at = now()",
            ])
            try await pool.transaction { transaction in
                // As a check does while it decides by a clock of a moment ago.
                try await transaction.query("select from phone_state for update")
                #expect(try await outbox.tellExpired(atMost: 10) == 0)
            }
            #expect(try await outbox.tellExpired(atMost: 10) == 1)
            #expect(try await bench.report(request).status == .expired)
            #expect(try await outbox.waiting() == 2)
        }
    }

    @Test("saves an app's endpoint, gives it back with the app, and takes it away")
    func endpoints() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let app = App(id: try #require(AppID("shop")), displayName: "Shop")
            let sealed = try #require(StoreBench.ring.seal(endpointSecret: "whsec_a", of: app.id))
            let endpoint = EventEndpoint(url: "https://example.org/", secret: sealed)
            #expect(try await !registry.save(endpoint, of: app.id))
            try await registry.save(app)
            #expect(try await registry.save(endpoint, of: app.id))
            #expect(try await registry.apps().app(named: "shop")?.endpoint == endpoint)
            let next = endpoint.rotated(to: sealed, at: try await database.now())
            #expect(try await registry.save(next, of: app.id))
            #expect(try await registry.apps().app(named: "shop")?.endpoint == next)
            let secrets = (1...2).map { Base64.encodeForURL(Array(repeating: $0 == 1 ? 7 : 8, count: 32)) }
            let ring = try KeyRing("new:\(secrets[1]),key:\(secrets[0])")
            #expect(try await registry.resealEndpoints(by: try KeyRing("new:\(secrets[1])")) == (0, 1))
            #expect(try await registry.resealEndpoints(by: ring) == (1, 0))
            #expect(try await registry.resealEndpoints(by: ring) == (0, 0))
            let resealed = try #require(try await registry.apps().app(named: "shop")?.endpoint)
            #expect(resealed.secret.keyName == "new" && resealed.old?.secret.keyName == "new")
            #expect(ring.open(endpointSecret: resealed.secret, of: app.id) == "whsec_a")
            #expect(try await registry.removeEndpoint(of: app.id))
            #expect(try await !registry.removeEndpoint(of: app.id))
            #expect(try await registry.apps().app(named: "shop")?.endpoint == nil)
        }
    }
}
