import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

/// The order of locks that `PostgresVerificationStore` states, where a pass locks limits before it decides.
@Suite("The order of locks")
struct LockOrderTests {
    @Test(
        "a claim that locks limits holds none of them while it waits for a message or a verification",
        arguments: ["message", "verification"])
    func claim(table: String) async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let request = try bench.request(clientIP: "192.0.2.1")
            _ = try await bench.send(request, rules: Self.rules, lease: .zero)
            let claim = Claim(
                request: request, rules: Self.rules, codeKey: "key", lease: .seconds(60), token: 1, tellsEvents: true)
            try await Self.expectFreeLimits(while: table, isHeldIn: database, pool) { transaction in
                let loaded = try await ClaimLoad([claim]).load(in: transaction, nil, lockingLimits: true)
                #expect(loaded.batch.phones[request.phoneKey].live?.id == request.id)
            }
        }
    }

    @Test("a check that locks limits holds none of them while it waits for a verification")
    func check() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let request = try await bench.verification(rules: Self.rules, clientIP: "192.0.2.1")
            _ = try await bench.check(request, isRight: false, rules: Self.rules, clientIP: "192.0.2.1")
            let code = TypedCode("1", keys: StoreBench.ring, testNumbers: [:])
            let attempt = CheckAttempt(
                .request(request.id), of: request.app, code: code, clientIP: request.clientIP, rules: Self.rules,
                idempotencyKey: nil, tellsEvents: true)
            try await Self.expectFreeLimits(while: "verification", isHeldIn: database, pool) { transaction in
                var load = CheckLoad([attempt])
                try load.resolve(try await transaction.pipeline(load.resolving))
                let loaded = try load.loaded(try await transaction.pipeline(load.statements(lockingLimits: true)))
                #expect(loaded.batch.phones[request.phoneKey].live?.id == request.id)
            }
        }
    }

    @Test("claims at a full limit, failed sends that give their share back, and checks never wait in a circle")
    func noDeadlock() async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            var bench = StoreBench(
                workers: workers.map(\.store), now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            let telling = bench
            let requests = try (0..<60).map { try bench.request(phone: Self.phone($0), clientIP: "192.0.2.1") }
            var orders: [SendOrder] = []
            for request in requests {
                orders.append(try await bench.send(request, rules: Self.rules, lease: .zero))
            }
            let sends = orders
            _ = try await bench.atOnce(300) { number in
                let (place, rules) = (number / 5, Self.rules)
                let request = requests[place]
                switch number % 5 {
                // Records give back and tell: half of them fail for good.
                case 0:
                    let outcome: SendRecord.Outcome =
                        place % 2 == 0 ? .failed(reason: "busy") : .accepted(gatewayID: "\(place)")
                    _ = try await telling.record(outcome, of: sends[place], request, rules: rules, worker: number)
                // The same request comes again, after its lease.
                case 1: _ = try await telling.claim(request, rules: rules, worker: number)
                case 2: _ = try await telling.check(request, isRight: false, rules: rules, worker: number)
                // The limit of 70 is full from some moment on, so that these lock it.
                case _:
                    let fresh = try telling.request(phone: Self.phone(100 + number), clientIP: "192.0.2.1")
                    _ = try await telling.claim(fresh, rules: rules, worker: number)
                }
            }
            for worker in workers { worker.pool.close() }
            let deadlocks: SQL = "select deadlocks from pg_stat_database where datname = current_database()"
            #expect(try await database.pool.query(deadlocks)[0].decode(0, as: Int64.self) == 0)
        }
    }

    private static let rules: SendingRules = {
        var rules = StoreBench.eager
        rules.sendsPerIP = [RateLimit(1_000, per: .seconds(3_600))]
        rules.sendsPerApp = [RateLimit(70, per: .seconds(864_000))]
        rules.whenUnknown = .resend
        return rules
    }()

    private static func phone(_ number: Int) -> String { "+49151\(10_000 + number)" }

    /// Runs `body` while another transaction holds all rows of the table, and looks at the limits while `body` waits.
    private static func expectFreeLimits(
        while table: String, isHeldIn database: TestDatabase, _ pool: PostgresPool,
        _ body: @escaping @Sendable (PostgresTransaction) async throws -> Void
    ) async throws {
        let waiting = try await database.pool.transaction(deadline: .now + .seconds(170)) { holder in
            try await holder.query("select from \(identifier: table) for update")
            let waiting = Task { try await pool.transaction(deadline: .now + .seconds(160), body) }
            try await untilBlocked(pool)
            // Throws when anybody holds one of the rows.
            #expect(try await pool.query("select from rate_limit for update nowait").count > 0)
            try await holder.commit()
            return waiting
        }
        try await waiting.value
    }
}
