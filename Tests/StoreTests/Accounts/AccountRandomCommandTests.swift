import AccountCore
import AccountTesting
import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

/// The same random commands to PostgreSQL and to the store in memory, which is nothing but the pure rules.
@Suite("Random sequences of commands on accounts in PostgreSQL")
struct AccountRandomCommandTests {
    private static let sequences = 24
    private static let commands = 120

    @Test("every command is answered as by the rules alone, and leaves the same accounts, word for word")
    func sequences() async throws {
        let first = SeededRandom.seedOfRun()
        print("\(Self.sequences) sequences of \(Self.commands) commands on accounts, seeds from \(first) on")
        try await AccountDatabase.with { database in
            for round in 0..<Self.sequences {
                let bench = try await database.bench()
                guard try await isSame(seed: first &+ UInt64(round), bench) else { return }
            }
        }
    }

    private func isSame(seed: UInt64, _ bench: AccountBench) async throws -> Bool {
        let projects = [bench.project, bench.other]
        var pure = RandomAccounts(seed: seed, store: InMemoryAccountWorld(), projects: projects, now: bench.now)
        var real = RandomAccounts(seed: seed, store: bench.store, projects: projects, now: bench.now)
        for step in 0..<Self.commands {
            let (expected, told) = (try await pure.step(), try await real.step())
            guard told == expected else {
                Issue.record("seed \(seed), step \(step): \(told) instead of \(expected)")
                return false
            }
            let (kept, found) = (try await pure.accounts(), try await real.accounts())
            guard found == kept else {
                Issue.record("seed \(seed), step \(step), \(told): \(found) instead of \(kept)")
                return false
            }
        }
        let (kept, found) = (try await pure.refreshAll(), try await real.refreshAll())
        #expect(found == kept, "seed \(seed)")
        return found == kept
    }
}
