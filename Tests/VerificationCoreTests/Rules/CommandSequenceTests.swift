import Testing
import VerificationCore
import VerificationTesting

/// Whatever people, workers and the broker do, and in whatever order, the promises hold.
@Suite("Rules: random sequences of commands")
struct CommandSequenceTests {
    @Test("no sequence breaks a promise")
    func sequences() async throws {
        let first = SeededRandom.seedOfRun()
        print("600 random sequences of 80 commands, seeds from \(first) on")
        for round in 0..<600 { try await sequence(seed: first &+ UInt64(round)) }
    }

    private func sequence(seed: UInt64) async throws {
        let store = InMemoryWorld()
        var world = try RandomWorld(seed: seed, store: store, time: RandomWorld.Time(store.clock))
        for step in 0..<80 {
            let command = try await world.step()
            let broken = try await world.brokenPromises()
            #expect(broken.isEmpty, "seed \(seed), step \(step), \(command)")
            if !broken.isEmpty { return }
        }
        try await world.settleAll()
        #expect(try await world.brokenPromises(atTheEnd: true).isEmpty, "seed \(seed), at the end")
    }
}

extension RandomWorld.Time {
    init(_ clock: ManualClock) {
        self.init(now: { clock.now }, advance: { clock.advance(by: $0) })
    }
}
