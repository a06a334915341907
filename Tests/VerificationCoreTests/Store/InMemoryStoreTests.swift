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

    @Test("keeps every promise of a keeper of test numbers")
    func testNumbers() async throws {
        let store = InMemoryVerificationStore()
        let (shop, bank) = (try #require(AppID("shop")), try #require(AppID("bank")))
        let bench = StoreBench(workers: [store], now: store.clock.now)
        try await exerciseTestNumbers(store, of: shop, other: bank, bench: bench)
    }

    @Test("answers nothing while it is away")
    func away() async throws {
        let store = InMemoryVerificationStore()
        let bench = StoreBench(workers: [store], now: store.clock.now)
        store.isAway = true
        let request = try bench.request()
        await #expect(throws: StoreProblem.unavailable) { try await bench.claim(request) }
        await #expect(throws: StoreProblem.unavailable) { try await store.examine() }
        store.isAway = false
        #expect(try await bench.claim(request).order != nil)
    }
}
