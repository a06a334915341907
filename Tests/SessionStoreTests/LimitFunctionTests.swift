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
            let seed = SeededRandom.seedOfRun()
            print("limits in SQL: \(Self.cases) cases of seed \(seed)")
            var random = SeededRandom(seed: seed)
            for number in 0..<Self.cases {
                let state = LimitCase(&random)
                let inSQL = try await state.inSQL(database.pool)
                #expect(inSQL == state.inCore, "seed \(seed), case \(number): \(state)")
            }
        }
    }

    @Test("wait as the core does")
    func limitWait() async throws {
        try await TestDatabase.with { database in
            let seed = SeededRandom.seedOfRun()
            print("waits in SQL: \(Self.cases) cases of seed \(seed)")
            var random = SeededRandom(seed: seed)
            for number in 0..<Self.cases {
                let state = LimitCase(&random)
                let slacks = LimitColumns(state.windows).slacks
                let rows = try await database.pool.query(
                    "select win, admits_at from limit_wait(\(state.times.column), \(slacks), \(state.now.microseconds))"
                )
                let wait = try rows.decode(as: Int32.self, Int64.self).first
                let expected = state.windows.wait(state.times, at: state.now)
                #expect(wait?.1 == expected?.at.microseconds, "seed \(seed), case \(number): \(state)")
                #expect(wait.map { state.windows[Int($0.0) - 1] } == expected?.window, "seed \(seed), case \(number)")
            }
        }
    }

    @Test("know the arrival times that a limit kept before there were marks")
    func upgrade() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.pool.query(
                """
                select array(
                  select kept.part from unnest(array[5, 7]::bigint[]) with ordinality as t (arrival, window_number)
                  cross join lateral unnest(array[arrival, 1, arrival, 0]) with ordinality as kept (part, place)
                  order by window_number, place)
                """)
            let states = try [LimitState](column: try rows[0].decode(0))
            #expect(states.map(\.arrival.microseconds) == [5, 7])
            #expect(states.map(\.marks.count) == [1, 1])
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
    let times: [LimitState]
    let now: Timestamp
    let spent: Int
    let givenBack: [Timestamp]

    /// A history of events close to one another, some of them after more than there are marks, and some taken back.
    init(_ random: inout SeededRandom) {
        var now = Timestamp(microseconds: .random(in: 0...2_000_000_000_000_000, using: &random))
        let isBusy = Int.random(in: 0..<10, using: &random) == 0
        let windows = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            RateLimit(
                .random(in: isBusy ? 200...900 : 1...9, using: &random),
                per: .seconds(Int.random(in: 1...1_000, using: &random)))
        }
        var times: [LimitState] = []
        var events: [Timestamp] = []
        for _ in 0..<Int.random(in: 0...(isBusy ? 60 : 8), using: &random) {
            let shares = windows[0].share * Int.random(in: 0...2, using: &random) / (isBusy ? 4 : 2)
            now = now + shares + .microseconds(.random(in: -1...1, using: &random))
            if windows.wait(times, at: now) == nil {
                times = windows.spending(times, at: now)
                events.append(now)
            } else if let event = events.randomElement(using: &random) {
                times = windows.givingBack(times, spentAt: event)
            }
        }
        // Now and then the batch decided before what has been written already.
        self.now = now + windows[0].share * Int.random(in: -1...2, using: &random)
        self.windows = windows
        // An app that has got one more window than it had.
        self.times = Bool.random(using: &random) ? times : times.dropLast()
        spent = Int.random(in: 0...4, using: &random)
        givenBack = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in events.randomElement(using: &random) }
    }

    /// Nil when not everything is admitted.
    var inCore: [Int64]? {
        var times = givenBack.reduce(times) { windows.givingBack($0, spentAt: $1) }
        for _ in 0..<spent {
            guard windows.wait(times, at: now) == nil else { return nil }
            times = windows.spending(times, at: now)
        }
        return times.column
    }

    func inSQL(_ pool: PostgresPool) async throws -> [Int64]? {
        let columns = LimitColumns(windows)
        let result = await Result { () async throws in
            try await pool.query(
                """
                select limit_after(\(times.column), \(Int32(spent)), \(givenBack.map(\.microseconds)),
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
