import PostgreSQL
import SessionStore
import Testing
import VerificationCore
import VerificationTesting

@Suite("What has been used of limits in PostgreSQL")
struct PostgresLimitsTests {
    private static let day = [RateLimit(5, per: .seconds(864_000))]

    /// Five of everything, so that all limits are full together.
    private static let rules = SendingRules(
        resendAfter: .zero, maxSends: 100, maxChecks: 100, sendsPerPhone: day, sendsPerIP: day, sendsPerPrefix: day,
        sendsPerApp: day, wrongCodesPerPhone: day, wrongCodesPerIP: day)

    @Test("a look tells what a phone, an address, a prefix and an app have used; a reset empties what it names alone")
    func showAndReset() async throws {
        try await with { bench, limits, database in
            let request = try bench.request(clientIP: "192.0.2.1")
            let subject = LimitSubject(
                app: request.app, rules: Self.rules, phone: request.phone, address: request.clientIP)
            #expect(try await limits.used(subject).allSatisfy { $0.value == 0 }, "nothing is on record yet")
            try await limits.reset([.sendsPerPhone, .sendsPerApp], of: subject)

            let order = try await bench.send(request, rules: Self.rules)
            #expect(try await bench.record(.accepted(gatewayID: "1"), of: order, request, rules: Self.rules))
            #expect(try await bench.check(request, isRight: false, rules: Self.rules).wrong != nil)
            for _ in 2...5 { _ = try await bench.send(try bench.request(clientIP: "192.0.2.1"), rules: Self.rules) }
            let full = try await limits.used(subject)
            #expect(full.filter { $0.value == 5 }.keys.sorted() == Self.sendLimits)
            #expect(full["wrong-codes-per-phone"] == 1 && full["wrong-codes-per-ip"] == 1)
            let next = try bench.request(clientIP: "192.0.2.1")
            #expect(try await bench.claim(next, rules: Self.rules).limit != nil)

            try await limits.reset([.sendsPerPhone, .sendsPerIP], of: subject)
            let changed = full.merging(["sends-per-phone": 0, "sends-per-ip": 0]) { $1 }
            #expect(try await limits.used(subject) == changed)
            try await limits.reset([.wrongCodesPerPhone, .wrongCodesPerIP, .sendsPerPrefix, .sendsPerApp], of: subject)
            let left = try await limits.used(subject).filter { $0.value > 0 }
            #expect(left == ["sends-per-verification": 5])
            _ = try await bench.send(try bench.request(clientIP: "192.0.2.1"), rules: Self.rules)
            // The code that the person holds is as good as before.
            #expect(try await bench.check(request, isRight: true, rules: Self.rules).isApproved)
        }
    }

    private static let sendLimits = [
        "sends-per-app", "sends-per-ip", "sends-per-phone", "sends-per-prefix", "sends-per-verification",
    ]

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

    private func with(_ body: (StoreBench, PostgresLimits, TestDatabase) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            let bench = StoreBench(workers: workers.map(\.store), now: try await database.now())
            try await body(bench, PostgresLimits(pool: database.pool), database)
        }
    }
}

extension PostgresLimits {
    /// What is used of each limit that has one window.
    fileprivate func used(_ subject: LimitSubject) async throws -> [String: Int] {
        Dictionary(try await uses(of: subject).map { ($0.limit.rawValue, $0.used) }) { $1 }
    }
}
