import Testing
import VerificationCore
import VerificationTesting

/// Whatever people, workers and the broker do, and in whatever order, the promises hold.
@Suite("Rules: random sequences of commands")
struct CommandSequenceTests {
    @Test("no sequence breaks a promise", arguments: 0..<300)
    func sequence(round: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var world = try RandomWorld(seed: seed)
        for step in 0..<80 {
            let command = try await world.step()
            let broken = await world.brokenPromises()
            #expect(broken.isEmpty, "seed \(seed), step \(step), \(command)")
            if !broken.isEmpty { return }
        }
        await world.settleAll()
        #expect(await world.brokenPromises(atTheEnd: true).isEmpty, "seed \(seed), at the end")
    }
}
