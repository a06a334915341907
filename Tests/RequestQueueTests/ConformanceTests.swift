import Testing
import VerificationTesting

@Suite("every promise of the request queue", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("holds in memory", arguments: RequestQueuePromise.allCases)
    func inMemory(_ promise: RequestQueuePromise) async throws {
        try await exerciseRequestQueue(promise, on: InMemoryRequestQueue())
    }

    @Test("holds on RabbitMQ", arguments: RequestQueuePromise.allCases)
    func onRabbitMQ(_ promise: RequestQueuePromise) async throws {
        try await withBroker { try await exerciseRequestQueue(promise, on: $0) }
    }
}
