import Foundation
import TestSupport
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

        @Test("the broker names its version")
        func version() async throws {
            try await withQueue(arguments: [:]) { _, _, client in
                let version = try #require(try await client.serverVersion())
                #expect(version.prefixMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil, "\(version)")
            }
        }

        @Test("a queue or an exchange with other settings is told of and left as it is, and the client goes on")
        func otherSettings() async throws {
            try await withQueue(arguments: [:]) { queue, topology, client in
                let other = AMQPTopology(
                    topicExchanges: ["amq.direct"],
                    queues: [.init(name: queue, arguments: ["x-max-length": 5])],
                    bindings: [.init(queue: queue, exchange: "amq.direct", routingKey: queue)])
                let mismatches = try await client.declare(other)
                #expect(mismatches.map(\.name) == ["amq.direct", queue])
                #expect(mismatches.last?.reason.contains("x-max-length") == true)
                #expect(try await client.declare(topology) == [])
            }
        }

        @Test("who may not make a queue uses the one that is there, and hears of one that is not")
        func mayNotConfigure() async throws {
            try await withQueue(arguments: [:]) { queue, topology, _ in
                try await withUser(configuring: "^$") { configuration async throws in
                    let client = AMQPClient(configuration)
                    #expect(try await client.declare(topology) == [])
                    #expect(try await client.inspect(queue: queue)?.messages == 0)
                    let missing = AMQPTopology(queues: [.init(name: queue + ".missing")])
                    let error = await #expect(throws: AMQPError.self) {
                        _ = try await client.declare(missing)
                    }
                    #expect(error?.code == .refusedByBroker(404))
                    await client.close()
                }
            }
        }

        /// Makes a user who may read and write everything and make what fits a pattern, and removes it again.
        private func withUser(configuring pattern: String, _ body: (AMQPConfiguration) async throws -> Void)
            async throws
        {
            let name = "amqp-test-\(UInt32.random(in: 0 ... .max))"
            var url = try #require(URLComponents(string: try TestVariable.value(of: "AMQP_URL")))
            url.user = name
            url.password = name
            try await Broker.control("add_user", name, name)
            try await Broker.control("set_permissions", name, pattern, ".*", ".*")
            let result: Result<Void, any Error>
            do {
                result = .success(
                    try await body(Broker.patient(try AMQPConfiguration(urls: try #require(url.string)))))
            } catch {
                result = .failure(error)
            }
            try await Broker.control("delete_user", name)
            try result.get()
        }

        @Test("exchanges and bindings are declared, and a message takes that way")
        func topology() async throws {
            try await withQueue { queue, topology, client in
                var topology = topology
                topology.topicExchanges = [queue]
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
