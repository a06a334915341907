import Testing
import VerificationCore
import VerificationTesting

@Suite("every promise of the request queue", .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test("holds in memory", arguments: RequestQueuePromise.allCases)
    func inMemory(_ promise: RequestQueuePromise) async throws {
        try await exerciseRequestQueue(promise, on: InMemoryWorld().queue(of: .requests))
    }

    @Test("holds on RabbitMQ", arguments: RequestQueuePromise.allCases)
    func onRabbitMQ(_ promise: RequestQueuePromise) async throws {
        try await withBroker { try await exerciseRequestQueue(promise, on: $0) }
    }
}

@Suite("every promise of the queue of receipts", .timeLimit(.minutes(10)))
struct ReceiptConformanceTests {
    @Test("holds in memory", arguments: ReceiptQueuePromise.allCases)
    func inMemory(_ promise: ReceiptQueuePromise) async throws {
        try await exerciseReceiptQueue(promise, on: InMemoryWorld().queue(of: .receipts))
    }

    @Test("holds on RabbitMQ", arguments: ReceiptQueuePromise.allCases)
    func onRabbitMQ(_ promise: ReceiptQueuePromise) async throws {
        try await withBroker { broker in
            try await broker.withReceipts { try await exerciseReceiptQueue(promise, on: $0) }
        }
    }
}

@Suite("every promise of an operator's view of the queues", .timeLimit(.minutes(10)))
struct OperationsConformanceTests {
    @Test("holds in memory", arguments: QueueOperationsPromise.allCases)
    func inMemory(_ promise: QueueOperationsPromise) async throws {
        try await exerciseQueueOperations(promise, on: InMemoryWorld().queue(of: .requests))
    }

    @Test("holds on RabbitMQ", arguments: QueueOperationsPromise.allCases)
    func onRabbitMQ(_ promise: QueueOperationsPromise) async throws {
        try await withBroker { try await exerciseQueueOperations(promise, on: $0) }
    }
}
