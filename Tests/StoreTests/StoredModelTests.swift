import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

/// PostgreSQL against the model of section 5 of the design: what `ModelTests` does with the rules alone.
///
/// Here the rules change between commands too, so the counts of limits are written by windows that come and go.
@Suite("Random sequences against the model, on PostgreSQL")
struct StoredModelTests {
    @Test("PostgreSQL answers every command as the model allows")
    func sequences() async throws {
        let seeds = ModelTrial.seeds(60, from: 3_600)
        try await TestDatabase.with { database in
            let frozen = try await FrozenClock(of: database)
            defer { frozen.pool.close() }
            let store = PostgresVerificationStore(
                pool: frozen.pool, batchDeadline: .seconds(60), callDeadline: .seconds(60))
            try await database.dropPartitions()
            let trial = ModelTrial {
                try await database.empty()
                let clock = ManualClock()
                try await frozen.set(clock.now)
                let time = RandomWorld.Time(
                    now: { clock.now },
                    advance: { span in
                        clock.advance(by: span)
                        try await frozen.set(clock.now)
                    })
                return try ModelRun(store: store, time: time)
            }
            let outcome = try await trial.run(seeds)
            if let failure = outcome.failure { Issue.record("\(failure)") }
            #expect(outcome.reached.count > 20, "too few states were met: \(outcome.reached.keys)")
        }
    }
}
