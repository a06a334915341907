import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

/// The same random commands to PostgreSQL and to the store in memory, which is nothing but the pure rules.
@Suite("Random sequences of commands on PostgreSQL")
struct RandomCommandTests {
    private static let sequences = 500
    private static let commands = 80
    /// Databases in which sequences run side by side.
    private static let databases = 4

    @Test("every command is answered as by the rules alone, word for word")
    func sequences() async throws {
        let first = SeededRandom.seedOfRun()
        print("\(Self.sequences) sequences of \(Self.commands) commands on PostgreSQL, seeds from \(first) on")
        try await withThrowingTaskGroup { group in
            for lane in 0..<Self.databases {
                let rounds = stride(from: lane, to: Self.sequences, by: Self.databases)
                group.addTask { try await tell(rounds.map { first &+ UInt64($0) }) }
            }
            try await group.waitForAll()
        }
    }

    /// One sequence after the other in one database; it ends with the first that differs.
    private func tell(_ seeds: [UInt64]) async throws {
        try await TestDatabase.with { database in
            let clock = try await FrozenClock(of: database)
            defer { clock.pool.close() }
            let store = PostgresVerificationStore(
                pool: clock.pool, batchDeadline: .seconds(60), callDeadline: .seconds(60))
            try await database.dropPartitions()
            for seed in seeds {
                try await database.empty()
                if try await !isSame(seed: seed, store, clock) { return }
            }
        }
    }

    private func isSame(seed: UInt64, _ store: PostgresVerificationStore, _ frozen: FrozenClock) async throws -> Bool {
        let memory = InMemoryWorld()
        let clock = memory.clock
        try await frozen.set(clock.now)
        var pure = try RandomWorld(
            seed: seed, store: memory, time: .init(now: { clock.now }, advance: { clock.advance(by: $0) }))
        // The clock in memory has moved already when the same command moves the other one.
        var real = try RandomWorld(
            seed: seed, store: store, time: .init(now: { clock.now }, advance: { _ in try await frozen.set(clock.now) })
        )
        for step in 0..<Self.commands {
            let (expected, told) = (try await pure.step(), try await real.step())
            guard told == expected else {
                Issue.record("seed \(seed), step \(step): \(told) instead of \(expected)")
                return false
            }
        }
        #expect(try await real.brokenPromises().isEmpty, "seed \(seed)")
        return true
    }
}
