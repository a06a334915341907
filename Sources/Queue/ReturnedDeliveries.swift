import AMQP
import VerificationCore

/// What a consumer gets, without the messages that clean returns would bring to the dead-letter queue: these begin
/// anew.
///
/// A quorum queue puts a message aside that came back more often than its limit of 20, whatever the reason. So a message
/// that has come back 10 times is examined before a worker gets it. If fewer workers have died than half of its returns,
/// a confirmed copy goes to the end of its queue, and the original is acknowledged: the broker counts the copy's returns
/// from zero. If workers did die that often, the message is handed on, and in the end the broker puts it aside. Each death is
/// remembered for an hour, also across copies, so a message that kills its workers cannot go round for ever.
///
/// When the database does not answer, the returns count as clean. That is no circle either: a worker takes its first
/// message only while the database answers.
///
/// Which returns the broker counts depends on its version. In each version the header `x-delivery-count` is the number
/// that it compares with the limit, so that the examination comes in time.
/// - Before 4.3 every return counts: `basic.nack` and `basic.reject` with requeue, a lost connection, the broker's
///   `consumer_timeout`. From 4.0 to 4.2 the number is that of acquisitions, under the same header.
/// - From 4.3 on `basic.reject` and a lost connection count, `basic.nack` and `consumer_timeout` do not. Acquisitions have a
///   header of their own, `x-acquired-count`, and no limit. `AMQPConsumer` gives back by `basic.nack`, so only lost
///   connections are left, and deaths, which are the same to the broker.
struct ReturnedDeliveries: Sendable {
    /// Moves messages of the consumer whose deliveries these are.
    let mover: DeliveryMover
    /// Knows which workers have died.
    let workers: any WorkerRegistry

    /// The next deliveries, as they arrived together; nil when there will be no more.
    func next() async -> [AMQPDelivery]? {
        var batches = mover.consumer.deliveries.makeAsyncIterator()
        while let batch = await batches.next() {
            let left = await renew(batch)
            if !left.isEmpty { return left }
        }
        return nil
    }

    /// Renews what came back too often without deaths, and returns the rest.
    private func renew(_ batch: [AMQPDelivery]) async -> [AMQPDelivery] {
        guard batch.contains(where: \.returns.areMany) else { return batch }
        // Without an answer the returns count as clean, see above.
        let workforce = try? await workers.workforce()
        return await withTaskGroup(of: Int?.self) { tasks in
            for (position, delivery) in batch.enumerated() {
                tasks.addTask {
                    let returns = delivery.returns
                    guard returns.areMany, !(workforce.map(returns.mayBeDeaths) ?? false) else { return position }
                    return await mover.renew(delivery) ? nil : position
                }
            }
            let left = await tasks.reduce(into: [Int?]()) { $0.append($1) }
            return left.compactMap(\.self).sorted().map { batch[$0] }
        }
    }
}

extension AMQPDelivery {
    /// How often the message came back before this delivery; never, where it is delivered for the first time.
    fileprivate var returns: MessageReturns {
        var count: Int64 = 0
        // The broker writes it with each return. On a first delivery the publisher has written it, so it does not
        // count.
        if isRedelivered, case .integer(let told)? = message.headers["x-delivery-count"] { count = told }
        return MessageReturns(count: Int(count), publishedAt: message.timestamp.map { Timestamp(tolerating: $0) })
    }
}
