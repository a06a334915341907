@testable import AMQP

/// Reads a consumer's deliveries one by one, in whatever batches they come.
final class DeliveryReader {
    private var iterator: AsyncStream<[AMQPDelivery]>.Iterator
    private var buffer: ArraySlice<AMQPDelivery> = []

    init(_ consumer: AMQPConsumer) {
        iterator = consumer.deliveries.makeAsyncIterator()
    }

    func next() async throws -> AMQPDelivery {
        while buffer.isEmpty { buffer = ArraySlice(try await nextBatch()) }
        return buffer.removeFirst()
    }

    /// Nil at the end of the stream.
    func nextIfAny() async -> AMQPDelivery? {
        try? await next()
    }

    private func nextBatch() async throws -> [AMQPDelivery] {
        guard let batch = await iterator.next(isolation: #isolation) else { throw StreamEnded() }
        return batch
    }
}
