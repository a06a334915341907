import Testing
import VerificationCore
import VerificationTesting

/// The fake keeps the promises of the real store.
@Suite("The store in memory")
struct InMemoryStoreTests {
    @Test("keeps every promise", arguments: PortPromises.all.flatMap(\.promises))
    func promise(_ promise: StorePromise) async throws {
        let store = InMemoryVerificationStore()
        try await promise.prove(StoreBench(workers: [store, store], now: store.clock.now))
    }

    @Test("keeps every promise to people who look after apps")
    func apps() async throws {
        try await exerciseApps(InMemoryVerificationStore())
        try await exerciseAppTexts(InMemoryVerificationStore())
        try await exerciseAPIKeys(InMemoryVerificationStore())
    }

    @Test("keeps every promise of a directory of apps")
    func directory() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseAppDirectory(store, of: store, hearing: {})
    }

    @Test("keeps every promise about changes of the settings")
    func changes() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseChanges(of: store, known: store, StoreBench(workers: [store], now: store.clock.now))
    }

    @Test("keeps every promise of a store of test numbers")
    func testNumbers() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseTestNumbers(
            store, bench: StoreBench(workers: [store], now: store.clock.now, knowledge: store))
        let other = InMemoryVerificationStore()
        try await exerciseReseal(other, bench: StoreBench(workers: [other], now: other.clock.now))
    }

    @Test("keeps every promise of a registry of gateways")
    func registry() async throws {
        let registry = InMemoryWorkerRegistry()
        let seats = (registry.seat(of: 1), registry.seat(of: 2))
        try await exerciseGatewayStatuses(
            seats, registry, leave: { registry.leave(2) }, passing: { registry.clock.advance(by: $0) })
    }

    @Test("keeps every promise about pauses of queues and words of workers")
    func workforce() async throws {
        let registry = InMemoryWorkerRegistry()
        let seats = (registry.seat(of: 1), registry.seat(of: 2))
        try await exerciseWorkforce(
            seats, registry, leave: { registry.leave(2) }, passing: { registry.clock.advance(by: $0) })
    }

    @Test("keeps every promise of a store of tallies")
    func tallies() async throws {
        let tallies = InMemoryTallies()
        try await exerciseTallies(tallies, tallies)
    }

    @Test("keeps every promise of a store of limits")
    func limits() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseLimits(store, on: StoreBench(workers: [store], now: store.clock.now))
    }

    @Test("keeps every promise of a register of code keys")
    func codeKeys() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseCodeKeys(store) { store.clock.advance(by: $0) }
    }

    @Test("keeps every promise to the gate before it")
    func health() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseHealth(store) { store.isAway = true }
    }

    @Test("answers nothing while it is away")
    func away() async throws {
        let store = InMemoryVerificationStore()
        let bench = StoreBench(workers: [store], now: store.clock.now)
        store.isAway = true
        let request = try bench.request()
        await #expect(throws: StoreError.unavailable) { try await bench.claim(request) }
        await #expect(throws: StoreError.unavailable) { try await store.examine() }
        store.isAway = false
        #expect(try await bench.claim(request).order != nil)
    }
}
