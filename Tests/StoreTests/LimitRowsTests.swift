import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

/// The guarded addition in SQL beside the rules in Swift.
@Suite("Shared limits in the database")
struct LimitRowsTests {
    private static let cases = 400

    @Test("an addition leaves the row as the rules would, or is refused where they would have admitted fewer")
    func additions() async throws {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        let seed = random.seed
        try await TestDatabase.with { database in
            for number in 0..<Self.cases {
                let history = try LimitHistory(number, &random)
                let saved = try await history.save(in: database.pool)
                #expect(saved == history.isAdmitted, "seed \(seed), case \(number)")
                let row = try await database.pool.query(LimitRows([history.limit]).read).sharedCounts()
                let expected = saved ? history.after : history.before
                #expect(row.counts(of: history.limit.key).slots == expected, "seed \(seed), case \(number)")
            }
        }
    }

    @Test("what was never counted is not taken back, and leaves no row")
    func nothingToTakeBack() async throws {
        try await TestDatabase.with { database in
            let limit = try LimitHistory.limit(1, [RateLimit(5, per: .seconds(600))])
            var counts = SharedCounts()
            counts.takeBack(limit, countedAt: try await database.now())
            try await database.pool.pipeline(SQL.add(counts.additions))
            #expect(try await database.pool.query("select from rate_limit").isEmpty)
        }
    }
}

/// A limit with a history, what somebody adds who has not seen the last of it, and what the rules say of both.
private struct LimitHistory {
    let limit: SharedLimit
    private let addition: SharedCounts
    /// What is in the row when the addition comes.
    let before: [Slot]
    let after: [Slot]
    let isAdmitted: Bool

    init(_ number: Int, _ random: inout SeededRandom) throws {
        let seconds = Int.random(in: 1...5_000, using: &random)
        let window = RateLimit(.random(in: 1...12, using: &random), per: .seconds(seconds))
        let limit = try Self.limit(number, [window])
        var now = Timestamp(seconds: 1_767_225_600)
        var history = SharedCounts()
        var moments: [Timestamp] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            now = now + window.interval / 60 * Int.random(in: 0...15, using: &random)
            guard history.wait(for: limit, at: now) == nil else { continue }
            history.count(limit, at: now)
            moments.append(now)
        }
        now = now + window.interval / 60 * Int.random(in: 0...70, using: &random)
        before = history.counts(of: limit.key).slots
        var (addition, all) = (SharedCounts(), history)
        if !before.isEmpty { addition.load(limit.key, seconds: seconds, slots: []) }
        let events = Int.random(in: 0...4, using: &random)
        for moment in moments where Int.random(in: 0..<4, using: &random) == 0 {
            addition.takeBack(limit, countedAt: moment)
            all.takeBack(limit, countedAt: moment)
        }
        var isAdmitted = true
        for _ in 0..<min(events, window.count) {
            isAdmitted = isAdmitted && all.wait(for: limit, at: now) == nil
            addition.count(limit, at: now)
            all.count(limit, at: now)
        }
        (self.limit, self.addition, self.isAdmitted) = (limit, addition, isAdmitted)
        after = all.counts(of: limit.key).slots
    }

    static func limit(_ number: Int, _ windows: [RateLimit]) throws -> SharedLimit {
        let app = try #require(AppID("app-\(number)"))
        return SharedLimit(key: LimitKey(app: app, scope: .sendsPerApp, value: ""), windows: windows)
    }

    /// - Returns: false where the row has refused it.
    func save(in pool: PostgresPool) async throws -> Bool {
        // All of the history at once, as if it had been admitted; a window that no event ever left has no row.
        if let row = before.first {
            try await pool.query(
                """
                insert into rate_limit (app, scope, key, seconds, slots, counts, over_at)
                values (\(limit.key.app.name), 'sends-per-app', '', \(Int32(row.seconds)),
                  \(before.map(\.number)), \(before.map { Int32($0.events) }), now())
                """)
        }
        do {
            try await pool.pipeline(SQL.add(addition.additions))
            return true
        } catch {
            guard error.sqlState == "23502" else { throw error }
            return false
        }
    }
}
