import Testing
import VerificationCore
import VerificationTesting

@Suite("Events of the store in memory")
struct InMemoryEventTests {
    @Test("keeps every promise to the relay")
    func events() async throws {
        let store = InMemoryVerificationStore()
        let bench = StoreBench(workers: [store, store], now: store.clock.now, knowledge: store)
        try await exerciseEvents(store, apps: store, bench: bench) {
            store.empty()
            return StoreBench(workers: [store, store], now: store.clock.now, knowledge: store)
        }
    }

    @Test("keeps every promise to an operator who looks at the outbox")
    func report() async throws {
        let store = InMemoryVerificationStore()
        try await exerciseOutboxOverview(store, bench: StoreBench(workers: [store], now: store.clock.now))
    }
}
