import Testing
import VerificationCore
import VerificationTesting

@Suite("Events of the world in memory")
struct InMemoryEventTests {
    @Test("keeps every promise to the relay")
    func events() async throws {
        let world = InMemoryWorld()
        let bench = StoreBench(workers: [world, world], now: world.clock.now, knowledge: world)
        try await exerciseEvents(world, apps: world, bench: bench) {
            world.empty()
            return StoreBench(workers: [world, world], now: world.clock.now, knowledge: world)
        }
    }

    @Test("keeps every promise to an operator who looks at the outbox")
    func report() async throws {
        let world = InMemoryWorld()
        try await exerciseOutboxOverview(world, bench: StoreBench(workers: [world], now: world.clock.now))
    }
}
