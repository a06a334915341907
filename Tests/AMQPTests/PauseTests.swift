import TestSupport
import Testing

@testable import AMQP

extension BrokerTests {
    @Suite("Pausing", .timeLimit(.minutes(10)))
    struct PauseTests {
        @Test("a paused consumer gets nothing, keeps its connection, and goes on where it was")
        func pauseAndResume() async throws {
            try await withQueue { queue, _, client in
                let consumer = AMQPConsumer(try Broker.configuration(), queue: queue)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    try await fill(queue, with: 1)
                    let first = try await reader.next()
                    consumer.acknowledge(first)
                    consumer.pause()
                    try await untilPaused(consumer)
                    _ = try await eventually { try await client.inspect(queue: queue)?.consumers == 0 ? true : nil }
                    try await fill(queue, with: 10)
                    #expect(try await client.inspect(queue: queue)?.messages == 10)

                    consumer.resume()
                    #expect(!consumer.isPaused)
                    for number in 0..<10 {
                        let delivery = try await reader.next()
                        #expect(delivery.message.messageID == "\(number)" && !delivery.isRedelivered)
                        #expect(delivery.generation == first.generation, "on the same connection")
                        consumer.acknowledge(delivery)
                    }
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("what is in hand during a pause is settled as usual, and comes to nobody again")
        func inHand() async throws {
            try await withQueue { queue, _, client in
                try await fill(queue, with: 10)
                let consumer = AMQPConsumer(try Broker.configuration(), queue: queue, prefetch: 5)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    var held: [AMQPDelivery] = []
                    for _ in 0..<5 { held.append(try await reader.next()) }
                    consumer.pause()
                    try await untilPaused(consumer)
                    for delivery in held.reversed() { consumer.acknowledge(delivery) }
                    let other = AMQPConsumer(try Broker.configuration(), queue: queue, prefetch: 1)
                    try await alongside({ await other.run() }) {
                        let delivery = try await DeliveryReader(other).next()
                        #expect(delivery.message.messageID == "5" && !delivery.isRedelivered)
                        other.acknowledge(delivery)
                        await other.close(within: Broker.patience)
                    }
                    consumer.resume()
                    let rest = try await reader.next()
                    #expect(Int(rest.message.messageID ?? "") ?? 0 > 5)
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 4)
            }
        }

        @Test("resumed with all in hand, it takes its prefetch once more, and after that waits for settlements")
        func boundAfterResume() async throws {
            try await withQueue { queue, _, client in
                try await fill(queue, with: 20)
                let consumer = AMQPConsumer(try Broker.configuration(), queue: queue, prefetch: 5)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    var held: [AMQPDelivery] = []
                    for _ in 1...2 {
                        for _ in 0..<5 { held.append(try await reader.next()) }
                        consumer.pause()
                        try await untilPaused(consumer)
                        consumer.resume()
                    }
                    // It waits with ten in hand, so all others go elsewhere.
                    let other = AMQPConsumer(try Broker.configuration(), queue: queue)
                    try await alongside({ await other.run() }) {
                        let reader = DeliveryReader(other)
                        for _ in 0..<10 { other.acknowledge(try await reader.next()) }
                        await other.close(within: Broker.patience)
                    }
                    for delivery in held { consumer.acknowledge(delivery) }
                    try await fill(queue, with: 1)
                    consumer.acknowledge(try await reader.next())
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("paused and resumed again and again under load, it gets each message once")
        func underLoad() async throws {
            let count = 3_000
            try await withQueue { queue, _, client in
                let consumer = AMQPConsumer(try Broker.configuration(), queue: queue, prefetch: 50)
                let publisher = AMQPPublisher(try Broker.configuration())
                try await alongside({ await consumer.run() }) {
                    try await running(publisher) {
                        async let published = outcomes(of: count) { number throws(AMQPError) in
                            try await publisher.publish(
                                AMQPMessage(body: [], messageID: "\(number)"), exchange: "", routingKey: queue,
                                within: Broker.patience)
                        }
                        let reader = DeliveryReader(consumer)
                        var ids: Set<String?> = []
                        for number in 0..<count {
                            let delivery = try await reader.next()
                            ids.insert(delivery.message.messageID)
                            #expect(delivery.generation == 1, "on the same connection")
                            consumer.acknowledge(delivery)
                            guard number % 20 == 0 else { continue }
                            consumer.pause()
                            // Every second time the resume overtakes the broker's answer.
                            if number % 40 == 0 { try await untilPaused(consumer) }
                            consumer.resume()
                        }
                        #expect(ids.count == count)
                        #expect(await published.values.allSatisfy { $0 == nil })
                    }
                    consumer.stopConsuming()
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("a consumer that was paused before it connects does not subscribe")
        func pausedAtTheStart() async throws {
            try await withQueue { queue, topology, client in
                try await fill(queue, with: 1)
                let consumer = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue)
                consumer.pause()
                #expect(consumer.isPaused, "there is nothing to cancel")
                try await alongside({ await consumer.run() }) {
                    _ = try await consumer.states().reach { $0 == .ready }
                    let status = try await client.inspect(queue: queue)
                    #expect(status?.consumers == 0 && status?.messages == 1)
                    consumer.resume()
                    let delivery = try await DeliveryReader(consumer).next()
                    #expect(!delivery.isRedelivered)
                    consumer.acknowledge(delivery)
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("stopped while it is paused, while a pause is under way, or right after a resume, it ends in order")
        func stops() async throws {
            for steps in [[Step.pause, .wait], [.pause], [.pause, .resume], [.pause, .wait, .resume]] {
                try await withQueue { queue, _, client in
                    try await fill(queue, with: 100)
                    let consumer = AMQPConsumer(try Broker.configuration(), queue: queue, prefetch: 10)
                    try await alongside({ await consumer.run() }) {
                        let reader = DeliveryReader(consumer)
                        let first = try await reader.next()
                        consumer.acknowledge(first)
                        var ids = [first.message.messageID]
                        for step in steps {
                            switch step {
                            case .pause: consumer.pause()
                            case .wait: try await untilPaused(consumer)
                            case .resume: consumer.resume()
                            }
                        }
                        consumer.stopConsuming()
                        consumer.resume()
                        while let delivery = await reader.nextIfAny() {
                            #expect(delivery.generation == first.generation, "on the same connection")
                            consumer.acknowledge(delivery)
                            ids.append(delivery.message.messageID)
                        }
                        await consumer.close(within: Broker.patience)
                        #expect(Set(ids).count == ids.count)
                        // What was on its way to the consumer at the cancel goes back a moment later.
                        _ = try await eventually {
                            try await client.inspect(queue: queue)?.messages == 100 - ids.count ? true : nil
                        }
                    }
                    #expect(consumer.state == .closed)
                }
            }
        }

        private enum Step { case pause, wait, resume }

        @Test("a queue that is deleted during a pause is declared again at the resume")
        func deletedQueue() async throws {
            try await withQueue { queue, topology, client in
                let consumer = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue)
                try await alongside({ await consumer.run() }) {
                    _ = try await consumer.states().reach { $0 == .ready }
                    consumer.pause()
                    try await untilPaused(consumer)
                    try await client.delete(queue: queue)
                    consumer.resume()
                    _ = try await eventually { try await client.inspect(queue: queue)?.consumers == 1 ? true : nil }
                    try await fill(queue, with: 1)
                    let delivery = try await DeliveryReader(consumer).next()
                    consumer.acknowledge(delivery)
                    await consumer.close(within: Broker.patience)
                }
            }
        }
    }
}

/// Returns when the broker has answered the cancel.
func untilPaused(_ consumer: AMQPConsumer) async throws {
    _ = try await eventually {
        await Task.yield()
        return consumer.isPaused ? true : nil
    }
}
