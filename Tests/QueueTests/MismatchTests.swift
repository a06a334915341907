import AMQP
import InMemoryLogging
import Logging
import Queue
import Testing
import VerificationCore
import VerificationTesting

/// What an earlier or later version of the program, or an operator, has made in another way.
@Suite("queues that are declared otherwise", .timeLimit(.minutes(10)))
struct MismatchTests {
    @Test("are used as they are, with a warning that names each; what is missing is made")
    func used() async throws {
        try await withBroker { broker in
            let topology = broker.topology
            let step = topology.retryQueue(for: broker.retrySchedule.steps[0])
            for queue in topology.queues { try await broker.client.delete(queue: queue) }
            try await broker.client.declare(
                AMQPTopology(queues: [
                    .init(name: topology.requests), .init(name: topology.dead, arguments: ["x-max-length": 1_000]),
                    .init(
                        name: step,
                        arguments: [
                            "x-message-ttl": 100, "x-dead-letter-exchange": .string(topology.exchange),
                            "x-dead-letter-routing-key": "request",
                        ]),
                ]))
            let log = InMemoryLogHandler()
            let logger = Logger(label: "test") { _ in log }
            let publisher = AMQPJobPublisher(
                broker.configuration, topology: topology, of: .requests, patience: .seconds(30), logger: logger)
            let inbox = AMQPJobInbox(
                broker.configuration, topology: topology, of: .requests, workers: broker.workers, random: { 0 },
                now: { BrokerHarness.now }, logger: logger)
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { await publisher.run() }
                tasks.addTask { await inbox.run() }
                for await state in publisher.states() where state == .ready { break }
                let request = try #require(VerificationRequest.sample(1))
                try await publisher.publish(request, context: nil)
                var reader = DeliveryReader(inbox)
                await inbox.settle(try #require(await reader.next()), as: .retry(after: .zero))
                await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.outOfTries)))
                #expect(try await broker.nextDeadMessage().message.body == RequestCodec.encode(request))
                await inbox.close()
                tasks.cancelAll()
            }
            let told = log.entries.filter { $0.level == .warning }.compactMap { $0.metadata["queue"]?.description }
            #expect(Set(told) == [topology.requests, step, topology.dead])
        }
    }

    @Test("a request for a queue whose bound is reached is refused as full, and taken when there is room")
    func full() async throws {
        try await withBroker { broker in
            let requests = broker.topology.requests
            try await broker.client.delete(queue: requests)
            try await broker.client.declare(
                AMQPTopology(queues: [
                    .init(name: requests, arguments: ["x-max-length": 1, "x-overflow": "reject-publish"])
                ]))
            let publisher = AMQPJobPublisher(
                broker.configuration, topology: broker.topology, of: .requests, patience: .seconds(30), logger: .silent)
            let run = Task { await publisher.run() }
            for await state in publisher.states() where state == .ready { break }
            try await publisher.publish(try #require(VerificationRequest.sample(1)), context: nil)
            let second = try #require(VerificationRequest.sample(2))
            await #expect(throws: QueueError.full) { try await publisher.publish(second, context: nil) }
            run.cancel()
            await run.value
        }
    }

    @Test("are shown to an operator, with what differs")
    func shown() async throws {
        try await withBroker { broker in
            try await broker.client.delete(queue: broker.topology.dead)
            try await broker.client.declare(AMQPTopology(queues: [.init(name: broker.topology.dead)]))
            let mismatches = try await broker.overview.reports().compactMap {
                report -> (name: String, words: String)? in
                guard case .present(_, _, let words?) = report.state else { return nil }
                return (report.name, words)
            }
            #expect(mismatches.map(\.name) == [broker.topology.dead])
            #expect(mismatches.last?.words.contains("x-queue-type") == true)
        }
    }

    @Test("a publisher makes what a request needs on its way in, a place for dead letters, and nothing else")
    func publisherAlone() async throws {
        try await withBroker { broker in
            for queue in broker.topology.queues { try await broker.client.delete(queue: queue) }
            let publisher = AMQPJobPublisher(
                broker.configuration, topology: broker.topology, of: .requests, patience: .seconds(30), logger: .silent)
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { await publisher.run() }
                for await state in publisher.states() where state == .ready { break }
                try await publisher.publish(try #require(.sample(1)), context: nil)
                tasks.cancelAll()
            }
            let present = try await broker.overview.reports().filter { $0.state != .missing }
            #expect(present.map(\.name) == [broker.topology.requests, broker.topology.dead])
        }
    }
}
