import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

/// Many callers, several workers, one limit; while they race some sends fail and give their share back.
@Suite("Limits under many racing requests")
struct LimitRaceTests {
    private static let rounds = 1_000
    private static let callers = 64
    /// What the limit admits in a round; a share comes back only after hours.
    private static let admitted = 5
    /// Rounds that race side by side, each with a phone or an app of its own.
    private static let sideBySide = 16

    @Test("never admit one too many, and in the end as many as there may be")
    func race() async throws {
        try await TestDatabase.with { database in
            let workers = [try database.worker(), try database.worker(), try database.worker()]
            defer { for worker in workers { worker.pool.close() } }
            let bench = StoreBench(workers: workers.map(\.store), now: try await database.now())
            let start = ContinuousClock.now
            for first in stride(from: 0, to: Self.rounds, by: Self.sideBySide) {
                let rounds = min(Self.sideBySide, Self.rounds - first)
                _ = try await bench.atOnce(rounds) { try await round(first + $0, bench) }
            }
            print("\(Self.rounds) races of \(Self.callers) requests in \(ContinuousClock.now - start)")
        }
    }

    private func round(_ number: Int, _ bench: StoreBench) async throws {
        let rules = Self.rules(number)
        let racing = try (0..<Self.callers).map { try request(number, $0, bench) }
        let kept = try await bench.atOnce(Self.callers) { caller in
            let verdict = try await bench.claim(racing[caller], rules: rules, worker: caller)
            guard let order = verdict.order else { return 0 }
            guard caller % 3 == 0 else { return 1 }
            let isOurs = try await bench.record(
                .failed(reason: "busy"), of: order, racing[caller], rules: rules, worker: caller + 1)
            #expect(isOurs, "round \(number)")
            return 0
        }
        let sent = kept.reduce(0, +)
        #expect(sent <= Self.admitted, "round \(number)")
        let late = try (0..<Self.admitted * 2).map { try request(number, Self.callers + $0, bench) }
        let more = try await bench.atOnce(late.count) { caller in
            try await bench.claim(late[caller], rules: rules, worker: caller).order == nil ? 0 : 1
        }
        #expect(sent + more.reduce(0, +) == Self.admitted, "round \(number)")
    }

    /// Even rounds: one phone; odd ones: many phones that share an address, the beginning of the number, or the app.
    private static func rules(_ round: Int) -> SendingRules {
        let limit = [RateLimit(admitted, per: .seconds(864_000))]
        var rules = StoreBench.eager
        switch round % 6 {
        case 1: rules.sendsPerApp = limit
        case 3: rules.sendsPerPrefix = limit
        case 5: (rules.sendsPerIP, rules.sendsPerApp) = (limit, [RateLimit(1_000, per: .seconds(60))])
        case _: rules.sendsPerPhone = limit
        }
        return rules
    }

    private func request(_ round: Int, _ caller: Int, _ bench: StoreBench) throws -> VerificationRequest {
        let phone = round % 2 == 0 ? "+491510001" : "+49151\(10_000 + caller)"
        return try bench.request(phone: phone, app: "round-\(round)", clientIP: "192.0.2.1")
    }
}
