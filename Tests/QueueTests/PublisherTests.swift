import AMQP
import Queue
import Testing
import VerificationCore
import VerificationTesting

@Suite("the publisher on RabbitMQ", .timeLimit(.minutes(10)))
struct PublisherTests {
    @Test("a request that would reach no queue is unavailable, and the next finds the queue made anew")
    func deletedQueue() async throws {
        try await withBroker { broker in
            let topology = broker.topology
            let request = try #require(VerificationRequest.sample(1))
            try await broker.client.delete(queue: topology.requests)
            await #expect(throws: QueueError.unavailable) {
                _ = try await broker.publisher.publish(request, context: nil, answerWithin: .seconds(40))
            }
            try await broker.publisher.publish(request, context: nil)
            #expect(try await broker.client.inspect(queue: topology.requests)?.messages == 1)
            #expect(broker.requests.isReady)
        }
    }

    @Test("a receipt that would reach no queue is unavailable, and the next finds the queue made anew")
    func deletedQueueOfReceipts() async throws {
        try await withBroker { broker in
            try await broker.withReceipts { receipts in
                try await broker.client.delete(queue: broker.topology.receipts)
                await #expect(throws: QueueError.unavailable) { try await receipts.publisher.publish([.sample(1)]) }
                try await receipts.publisher.publish([.sample(2)])
                #expect(try await broker.client.inspect(queue: broker.topology.receipts)?.messages == 1)
            }
        }
    }

    @Test("an event that would reach no queue is unavailable, and the next finds the queue made anew")
    func deletedQueueOfEvents() async throws {
        try await withBroker { broker in
            try await broker.withEvents { events in
                try await broker.client.delete(queue: broker.topology.events)
                await #expect(throws: QueueError.unavailable) { try await events.publish(.events([try .sample(1)])) }
                try await events.publish(.events([try .sample(2)]))
                #expect(try await broker.client.inspect(queue: broker.topology.events)?.messages == 1)
            }
        }
    }

    @Test("a broker that nobody reaches is unavailable at once, before and after run")
    func notConnected() async throws {
        let configuration = try AMQPConfiguration(urls: "amqp://127.0.0.1:1")
        let publisher = AMQPJobPublisher(
            configuration, of: .requests, patience: .seconds(60), logger: .silent)
        let request = try #require(VerificationRequest.sample(1))
        let run = Task { await publisher.run() }
        for stage in ["connecting", "ended"] {
            let begin = ContinuousClock.now
            await #expect(throws: QueueError.unavailable, "\(stage)") {
                try await publisher.publish(request, context: nil)
            }
            #expect(ContinuousClock.now - begin < .seconds(60))
            #expect(!publisher.isReady)
            run.cancel()
            await run.value
        }
    }

    @Test("a caller who waits gets nil when the publisher ends")
    func endWhileWaiting() async throws {
        try await withBroker { broker in
            let publisher = AMQPJobPublisher(
                broker.configuration, topology: broker.topology, of: .requests, patience: .seconds(30), logger: .silent)
            let run = Task { await publisher.run() }
            for await state in publisher.states() where state == .ready { break }
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            async let answer = publisher.publish(try #require(.sample(1)), context: nil, answerWithin: .seconds(3_600))
            _ = try #require(await reader.next())
            run.cancel()
            // The confirmation may or may not have come before the end; both are the truth.
            do {
                #expect(try await answer == nil)
            } catch {
                #expect(error as? QueueError == .unknown)
            }
        }
    }

    @Test("a caller who waits gets nil when all waits are ended, and so does the next, whose request is on the queue")
    func endOfWaits() async throws {
        try await withBroker { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            async let answer = broker.publisher.publish(
                try #require(.sample(1)), context: nil, answerWithin: .seconds(3_600))
            _ = try #require(await reader.next())
            broker.requests.endWaits()
            #expect(try await answer == nil)
            let next = try #require(VerificationRequest.sample(2))
            #expect(try await broker.publisher.publish(next, context: nil, answerWithin: .seconds(3_600)) == nil)
            #expect(try #require(await reader.next()).body == RequestCodec.encode(next))
        }
    }

    @Test("an operator sees what every queue holds, and which one is missing")
    func inspection() async throws {
        try await withBroker { broker in
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            try await broker.client.delete(queue: broker.topology.dead)
            let reports = try await broker.overview.reports()
            #expect(reports.map(\.name) == broker.topology.queues)
            // Each of the two steps has three queues, and so has each of the two pauses.
            let retries = [QueueReport.Role](repeating: .retry, count: 6)
            let pauses = [QueueReport.Role](repeating: .eventRetry, count: 6)
            #expect(reports.map(\.role) == [.requests] + retries + [.receipts, .events] + pauses + [.dead])
            #expect(reports.first?.state == .present(messages: 1, consumers: 0, mismatch: nil))
            #expect(reports.last?.state == .missing)
        }
    }
}
