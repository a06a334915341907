import Testing
import VerificationCore
import VerificationTesting

/// The fake keeps the promises of the real database.
@Suite("The world in memory")
struct InMemoryWorldTests {
    @Test("keeps every promise", arguments: PortPromises.all.flatMap(\.promises))
    func promise(_ promise: StorePromise) async throws {
        let world = InMemoryWorld()
        try await promise.prove(StoreBench(workers: [world, world], now: world.clock.now))
    }

    @Test("keeps every promise to people who look after apps")
    func apps() async throws {
        try await exerciseApps(InMemoryWorld())
        try await exerciseAppTexts(InMemoryWorld())
        try await exerciseAPIKeys(InMemoryWorld())
    }

    @Test("keeps every promise of a directory of apps")
    func directory() async throws {
        let world = InMemoryWorld()
        try await exerciseAppDirectory(world, of: world, hearing: {})
    }

    @Test("keeps every promise about changes of the settings")
    func changes() async throws {
        let world = InMemoryWorld()
        try await exerciseChanges(of: world, known: world, StoreBench(workers: [world], now: world.clock.now))
    }

    @Test("keeps every promise of a store of test numbers")
    func testNumbers() async throws {
        let world = InMemoryWorld()
        try await exerciseTestNumbers(
            world, bench: StoreBench(workers: [world], now: world.clock.now, knowledge: world))
        let other = InMemoryWorld()
        try await exerciseReseal(other, bench: StoreBench(workers: [other], now: other.clock.now))
    }

    @Test("keeps every promise of a registry of gateways")
    func registry() async throws {
        let world = InMemoryWorld()
        let seats = (world.seat(of: 1), world.seat(of: 2))
        try await exerciseGatewayStatuses(
            seats, world, leave: { world.leave(2) }, passing: { world.clock.advance(by: $0) })
    }

    @Test("keeps every promise about pauses of queues and words of workers")
    func workforce() async throws {
        let world = InMemoryWorld()
        let seats = (world.seat(of: 1), world.seat(of: 2))
        try await exerciseWorkforce(
            seats, world, leave: { world.leave(2) }, passing: { world.clock.advance(by: $0) })
    }

    @Test("keeps every promise about pauses that end by themselves")
    func pauses() async throws {
        let world = InMemoryWorld()
        try await exercisePauses(world.seat(of: 1), world, world) { world.clock.advance(by: $0) }
    }

    @Test("keeps every promise of a store of tallies")
    func tallies() async throws {
        let world = InMemoryWorld()
        try await exerciseTallies(world, world)
    }

    @Test("keeps every promise of a store of limits")
    func limits() async throws {
        let world = InMemoryWorld()
        try await exerciseLimits(world, on: StoreBench(workers: [world], now: world.clock.now))
    }

    @Test("keeps every promise of a register of code keys")
    func codeKeys() async throws {
        let world = InMemoryWorld()
        try await exerciseCodeKeys(world) { world.clock.advance(by: $0) }
    }

    @Test("keeps every promise to the gate before it")
    func health() async throws {
        let world = InMemoryWorld()
        try await exerciseHealth(world) { world.away = [.verifications] }
    }

    @Test("answers nothing while it is away")
    func away() async throws {
        let world = InMemoryWorld()
        let bench = StoreBench(workers: [world], now: world.clock.now)
        world.away = [.verifications]
        let request = try bench.request()
        await #expect(throws: StoreError.unavailable) { try await bench.claim(request) }
        await #expect(throws: StoreError.unavailable) { try await world.examine() }
        world.away = []
        #expect(try await bench.claim(request).order != nil)
    }

    @Test("keeps every promise of a store of acknowledgements")
    func acknowledgements() async throws {
        let world = InMemoryWorld()
        try await exerciseAcknowledgements(world, now: world.clock.now)
    }

    @Test("keeps every promise of a store of blocks")
    func blocks() async throws {
        let world = InMemoryWorld(mostBlocks: 4)
        try await exerciseBlocks(world, now: world.clock.now)
    }
}
