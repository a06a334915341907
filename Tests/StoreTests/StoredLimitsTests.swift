import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("What has been used of limits in PostgreSQL")
struct StoredLimitsTests {
    private static let rules = SendingRules.fiveOfEverything

    @Test("keeps every promise of a store of limits")
    func promises() async throws {
        try await with { bench, limits, _ in try await exerciseLimits(limits, on: bench) }
    }

    @Test("a reset waits for the claim that holds the phone, and forgets what it counted")
    func behindAClaim() async throws {
        try await with { bench, limits, database in
            let request = try bench.request()
            let subject = LimitSubject(app: request.app, rules: Self.rules, phone: request.phone)
            _ = try await bench.send(request, rules: Self.rules)
            let resetting = try await database.pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query(
                    """
                    update phone_state set sends = array[864000, extract(epoch from now())::bigint / 14400, 5]
                    where phone = \(request.phone.e164)
                    """)
                let resetting = Task { try await limits.reset([.sendsPerPhone, .sendsPerPrefix], of: subject) }
                try await untilBlocked(database.pool)
                try await transaction.commit()
                return resetting
            }
            try await resetting.value
            let used = try await limits.used(subject)
            #expect(used["sends-per-phone"] == 0 && used["sends-per-prefix"] == 0 && used["sends-per-app"] == 1)
        }
    }

    @Test("resets beside racing claims and failing sends fail nobody, and afterwards exactly as many are admitted")
    func race() async throws {
        try await with { bench, limits, _ in
            for round in 0..<8 {
                let app = "app-\(round)"
                let requests = try (0..<64).map {
                    try bench.request(phone: "+49151\(10_000 + $0 % 16)", app: app, clientIP: "192.0.2.1")
                }
                let subjects = requests[..<16].map {
                    LimitSubject(app: $0.app, rules: Self.rules, phone: $0.phone, address: $0.clientIP)
                }
                let all = Set(LimitReached.Limit.allCases)
                let late = try await bench.atOnce(80) { number -> [(SendOrder, VerificationRequest)] in
                    if number >= 64 {
                        try await limits.reset(all, of: subjects[number - 64])
                        return []
                    }
                    let verdict = try await bench.claim(requests[number], rules: Self.rules, worker: number)
                    return verdict.order.map { [($0, requests[number])] } ?? []
                }.flatMap { $0 }
                try await limits.reset([.sendsPerApp, .sendsPerIP, .sendsPerPrefix], of: subjects[0])
                // What counted before the reset fails after it.
                try await expectExactly(5, app, after: late, bench)
            }
        }
    }

    private func expectExactly(
        _ count: Int, _ app: String, after late: [(SendOrder, VerificationRequest)], _ bench: StoreBench
    ) async throws {
        for (order, request) in late {
            #expect(try await bench.record(.failed(reason: "busy"), of: order, request, rules: Self.rules))
        }
        let requests = try (0..<32).map {
            try bench.request(phone: "+49152\(10_000 + $0)", app: app, clientIP: "192.0.2.1")
        }
        let verdicts = try await bench.atOnce(32) {
            try await bench.claim(requests[$0], rules: Self.rules, worker: $0)
        }
        #expect(verdicts.count { $0.order != nil } == count)
    }

    private func with(_ body: (StoreBench, PostgresVerificationStore, TestDatabase) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            let bench = StoreBench(workers: workers.map(\.store), now: try await database.now())
            try await body(bench, PostgresVerificationStore(pool: database.pool), database)
        }
    }
}
