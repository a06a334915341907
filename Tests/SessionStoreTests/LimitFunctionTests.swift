import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import SessionStore

/// The schema's functions against the core, whose arithmetic they repeat.
@Suite("The functions of the schema")
struct LimitFunctionTests {
    private static let cases = 3_000

    @Test("take and give back as the core does, to the microsecond")
    func limitAfter() async throws {
        try await TestDatabase.with { database in
            let seed = UInt64.random(in: 0 ... .max)
            print("limits in SQL: \(Self.cases) cases of seed \(seed)")
            var random = SeededRandom(seed: seed)
            for number in 0..<Self.cases {
                let state = LimitCase(&random)
                let inSQL = try await state.inSQL(database.pool)
                #expect(inSQL == state.inCore, "seed \(seed), case \(number): \(state)")
            }
        }
    }

    @Test("wait and give one share back as the core does")
    func limitWait() async throws {
        try await TestDatabase.with { database in
            let seed = UInt64.random(in: 0 ... .max)
            print("waits in SQL: \(Self.cases) cases of seed \(seed)")
            var random = SeededRandom(seed: seed)
            for number in 0..<Self.cases {
                let state = LimitCase(&random)
                let (windows, times, now) = (LimitColumns(state.windows), state.times.map(\.microseconds), state.now)
                let spentAt = state.now - .microseconds(.random(in: 0...200_000_000, using: &random))
                let results = try await database.pool.pipeline([
                    "select win, admits_at from limit_wait(\(times), \(windows.slacks), \(now.microseconds))",
                    """
                    select limit_given_back(\(times), \(windows.shares), \(spentAt.microseconds), \(now.microseconds))
                    """,
                ])
                let wait = try results[0].decode(as: Int32.self, Int64.self).first
                let expected = state.windows.wait(state.times, at: now)
                #expect(wait?.1 == expected?.at.microseconds, "seed \(seed), case \(number): \(state)")
                #expect(wait.map { state.windows[Int($0.0) - 1] } == expected?.window, "seed \(seed), case \(number)")
                let givenBack = state.windows.givingBack(state.times, spentAt: spentAt, at: now)
                #expect(
                    try results[1][0].decode(0, as: [Int64].self) == givenBack.map(\.microseconds),
                    "seed \(seed), case \(number): \(state)")
            }
        }
    }

    @Test("know an address's network as the core does")
    func networkOf() async throws {
        try await TestDatabase.with { database in
            let texts = [
                "192.0.2.1", "::ffff:192.0.2.1", "::", "::1", "2001:db8::1", "2001:db8:0:7:1:2:3:4", "fe80::a:b", "1::",
                "ABCD:EF01:2345:6789:abcd:ef01:2345:6789",
            ]
            for text in texts {
                let address = try #require(IPAddress(text))
                let network = try await database.pool.query("select network_of(\(address.description))")[0]
                    .decode(0, as: String.self)
                #expect(network == address.network)
            }
        }
    }
}

/// A limit in some state, and what a batch did to it.
private struct LimitCase {
    let windows: [RateLimit]
    let times: [Timestamp]
    let now: Timestamp
    let spent: Int
    let givenBack: [Int]

    /// Times lie around the moments at which something changes.
    init(_ random: inout SeededRandom) {
        let now = Timestamp(microseconds: .random(in: 0...2_000_000_000_000_000, using: &random))
        let windows = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            RateLimit(.random(in: 1...9, using: &random), per: .seconds(Int.random(in: 1...1_000, using: &random)))
        }
        let spent = Int.random(in: 0...4, using: &random)
        self.now = now
        self.windows = windows
        self.spent = spent
        times = windows.prefix(.random(in: 0...windows.count, using: &random)).map { window in
            let edges = [.zero, window.interval - window.share, window.interval, window.share, window.share * -2]
            let edge = edges.randomElement(using: &random) ?? .zero
            let shares = window.share * Int.random(in: -2...2, using: &random)
            return now + edge + shares + .microseconds(.random(in: -1...1, using: &random))
        }
        givenBack = windows.map { _ in Bool.random(using: &random) ? 0 : .random(in: 0...3, using: &random) }
    }

    /// Nil when not everything is admitted.
    var inCore: [Int64]? {
        var times = zip(times, zip(windows, givenBack)).map { time, rest in
            (0..<rest.1).reduce(time) { time, _ in rest.0.givingBack(time) }
        }
        for _ in 0..<spent {
            guard windows.wait(times, at: now) == nil else { return nil }
            times = windows.spending(times, at: now)
        }
        return times.map(\.microseconds)
    }

    func inSQL(_ pool: PostgresPool) async throws -> [Int64]? {
        let columns = LimitColumns(windows)
        let result = await Result { () async throws in
            try await pool.query(
                """
                select limit_after(\(times.map(\.microseconds)), \(Int32(spent)), \(givenBack.map(Int64.init)),
                  \(columns.shares), \(columns.slacks), \(now.microseconds))
                """)
        }
        if case .failure(let error as PostgresError) = result, error.sqlState == "VF001" { return nil }
        return try result.get()[0].decode(0, as: [Int64].self)
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
