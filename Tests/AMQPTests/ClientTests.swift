import Testing

@testable import AMQP

extension BrokerTests {
    @Suite("One-shot operations")
    struct ClientTests {
        @Test("a queue is inspected, read, purged and deleted, and a missing one is nil, not an error")
        func operations() async throws {
            try await withQueue(arguments: [:]) { queue, _, client in
                #expect(try await client.get(queue: queue) == nil)
                try await fill(queue, with: 3)
                #expect(try await client.inspect(queue: queue) == AMQPQueueStatus(messages: 3, consumers: 0))
                let first = try #require(try await client.get(queue: queue))
                try await client.reject(first, requeue: true)
                let again = try #require(try await client.get(queue: queue))
                #expect(again.isRedelivered)
                try await client.acknowledge(again)
                #expect(try await client.purge(queue: queue) == 2)
                try await client.delete(queue: queue)
                #expect(try await client.inspect(queue: queue) == nil)
                #expect(try await client.inspect(queue: queue) == nil)
            }
        }

        @Test("declaring a queue with other settings is refused with 406, and the client goes on")
        func otherSettings() async throws {
            try await withQueue(arguments: [:]) { queue, topology, client in
                let other = AMQPTopology(queues: [.init(name: queue, arguments: ["x-max-length": 5])])
                let error = await #expect(throws: AMQPError.self) { try await client.declare(other) }
                #expect(error?.code == .refusedByBroker(406) && error?.isRetriable == false)
                try await client.declare(topology)
            }
        }

        @Test("exchanges and bindings are declared, and a message takes that way")
        func topology() async throws {
            try await withQueue { queue, topology, client in
                var topology = topology
                topology.exchanges = [.init(name: queue, kind: .topic)]
                topology.bindings = [.init(queue: queue, exchange: queue, routingKey: "a.#")]
                let publisher = AMQPPublisher(try Broker.configuration(), topology: topology)
                try await running(publisher) {
                    try await publisher.publish(
                        AMQPMessage(body: [1]), exchange: queue, routingKey: "a.b.c", within: Broker.patience)
                    let error = await #expect(throws: AMQPError.self) {
                        try await publisher.publish(
                            AMQPMessage(body: [1]), exchange: queue, routingKey: "b", within: Broker.patience)
                    }
                    #expect(error?.code == .returned)
                }
                #expect(try await client.get(queue: queue)?.routingKey == "a.b.c")
            }
        }

        @Test("a delivery of a connection that is gone cannot be settled")
        func oldDelivery() async throws {
            try await withQueue { queue, _, client in
                try await fill(queue, with: 1)
                let delivery = try #require(try await client.get(queue: queue))
                await client.close()
                let error = await #expect(throws: AMQPError.self) { try await client.acknowledge(delivery) }
                #expect(error?.code == .connectionLost)
            }
        }
    }
}
