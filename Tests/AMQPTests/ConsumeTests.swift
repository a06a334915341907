import TestSupport
import Testing

@testable import AMQP

extension BrokerTests {
    @Suite("Consuming")
    struct ConsumeTests {
        @Test("what is acknowledged is gone, in any order, and what is not comes again")
        func settlements() async throws {
            try await withQueue { queue, topology, client in
                try await fill(queue, with: 100)
                let first = AMQPConsumer(try Broker.configuration(), queue: queue)
                try await alongside({ await first.run() }) {
                    let reader = DeliveryReader(first)
                    var deliveries: [AMQPDelivery] = []
                    for _ in 0..<100 { deliveries.append(try await reader.next()) }
                    #expect(deliveries.map(\.message.messageID) == (0..<100).map { "\($0)" })
                    for delivery in deliveries.reversed() where delivery.tag != 7 { first.acknowledge(delivery) }
                    first.stopConsuming()
                    #expect(await reader.nextIfAny() == nil)
                    await first.close(within: Broker.patience)
                }
                let second = AMQPConsumer(try Broker.configuration(), queue: queue)
                try await alongside({ await second.run() }) {
                    let delivery = try await DeliveryReader(second).next()
                    #expect(delivery.message.messageID == "6" && delivery.isRedelivered)
                    second.acknowledge(delivery)
                    await second.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("a message that is rejected without requeue goes to the dead-letter queue, with it comes again")
        func rejections() async throws {
            try await withQueue { dead, _, client in
                let arguments: [String: AMQPFieldValue] = [
                    "x-queue-type": "quorum", "x-dead-letter-exchange": "", "x-dead-letter-routing-key": .string(dead),
                ]
                try await withQueue(arguments: arguments) { queue, _, _ in
                    try await fill(queue, with: 1)
                    let consumer = AMQPConsumer(try Broker.configuration(), queue: queue)
                    try await alongside({ await consumer.run() }) {
                        let reader = DeliveryReader(consumer)
                        consumer.reject(try await reader.next(), requeue: true)
                        let again = try await reader.next()
                        #expect(again.isRedelivered)
                        consumer.reject(again, requeue: false)
                        await consumer.close(within: Broker.patience)
                    }
                }
                let delivery = try await eventually { try await client.get(queue: dead) }
                #expect(delivery.message.messageID == "0")
                #expect(delivery.message.headers["x-death"] != nil)
            }
        }

        @Test("the prefetch bounds what is out, and a slow message does not hold up the others")
        func prefetch() async throws {
            try await withQueue { queue, _, client in
                try await fill(queue, with: 50)
                let consumer = AMQPConsumer(try Broker.configuration(), queue: queue, prefetch: 2)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    let slow = try await reader.next()
                    for _ in 1..<50 { consumer.acknowledge(try await reader.next()) }
                    consumer.acknowledge(slow)
                    consumer.stopConsuming()
                    #expect(await reader.nextIfAny() == nil)
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("of a body over the limit the beginning is kept, and the delivery says so")
        func largeBody() async throws {
            try await withQueue { queue, _, _ in
                let publisher = AMQPPublisher(try Broker.configuration())
                let body = (0..<500_000).map { UInt8(truncatingIfNeeded: $0) }
                try await running(publisher) {
                    for body in [body, [9]] {
                        try await publisher.publish(
                            AMQPMessage(body: body), exchange: "", routingKey: queue, within: Broker.patience)
                    }
                }
                var configuration = try Broker.configuration()
                configuration.bodyLimit = 200_000
                let consumer = AMQPConsumer(configuration, queue: queue)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    let large = try await reader.next()
                    #expect(large.isTruncated && large.bodySize == 500_000)
                    #expect(large.message.body == Array(body.prefix(200_000)))
                    let small = try await reader.next()
                    #expect(!small.isTruncated && small.message.body == [9])
                    await consumer.close(within: Broker.patience)
                }
            }
        }

        @Test("a queue that is deleted under the consumer is declared and subscribed to again")
        func deletedQueue() async throws {
            try await withQueue { queue, topology, client in
                let consumer = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue)
                try await alongside({ await consumer.run() }) {
                    var states = consumer.states().makeAsyncIterator()
                    while await states.next() != .ready {}
                    try await client.delete(queue: queue)
                    let start = ContinuousClock.now
                    while await states.next() != .ready {}
                    #expect(ContinuousClock.now - start < Broker.patience)
                    try await fill(queue, with: 1)
                    let delivery = try await DeliveryReader(consumer).next()
                    #expect(delivery.message.messageID == "0")
                    await consumer.close(within: Broker.patience)
                }
            }
        }

        @Test("an idle connection outlives many heartbeats")
        func heartbeats() async throws {
            // A machine that does nothing for two heartbeats loses the connection, and rightly so.
            try await withTimeEnough([.seconds(1), .seconds(8)]) { heartbeat in
                try await outlives(sixOf: heartbeat)
            }
        }

        private func outlives(sixOf heartbeat: Duration) async throws -> Bool {
            try await withQueue { queue, _, _ in
                // The clock is the broker's: a message that becomes deliverable after six heartbeats.
                let arguments: [String: AMQPFieldValue] = [
                    "x-message-ttl": .integer(6_000 * heartbeat.components.seconds), "x-dead-letter-exchange": "",
                    "x-dead-letter-routing-key": .string(queue),
                ]
                return try await withQueue(arguments: arguments) { waiting, _, _ in
                    var configuration = try Broker.configuration()
                    configuration.heartbeat = heartbeat
                    let consumer = AMQPConsumer(configuration, queue: queue)
                    return try await alongside({ await consumer.run() }) {
                        _ = try await consumer.states().reach { $0 == .ready }
                        try await fill(waiting, with: 1)
                        let delivery = try await DeliveryReader(consumer).next()
                        consumer.acknowledge(delivery)
                        await consumer.close(within: Broker.patience)
                        return delivery.generation == 1
                    }
                }
            }
        }

        @Test("close without run returns at once, and run after it too")
        func closeFirst() async throws {
            let consumer = AMQPConsumer(try Broker.configuration(), queue: "none")
            await consumer.close(within: .seconds(60))
            await consumer.run()
        }

        @Test("a consumer that waits for its next attempt to connect closes at once")
        func closeWhileAway() async throws {
            let consumer = AMQPConsumer(try AMQPConfiguration(urls: "amqp://127.0.0.1:1"), queue: "none")
            try await alongside({ await consumer.run() }) {
                _ = try await consumer.states().reach { $0 != .connecting(lastFailure: nil) }
                await consumer.close(within: .seconds(60))
                #expect(consumer.state == .closed)
                #expect(await DeliveryReader(consumer).nextIfAny() == nil)
            }
        }
    }
}
