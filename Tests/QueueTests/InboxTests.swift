import AMQP
import InMemoryLogging
import Logging
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import Queue

@Suite("the inbox on RabbitMQ", .timeLimit(.minutes(10)))
struct InboxTests {
    @Test("who settles a delivery at another inbox hears of it, and nothing happens to the delivery")
    func foreignDelivery() async throws {
        try await withBroker { broker in
            let log = InMemoryLogHandler()
            let other = AMQPJobInbox(
                broker.configuration, topology: broker.topology, of: .requests, workers: broker.workers, random: { 0 },
                now: { BrokerHarness.now }, logger: Logger(label: "test") { _ in log })
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            let delivery = try #require(await reader.next())
            await other.settle(delivery, as: .deadLetter(DeadLetter(.notJSON)))
            #expect(log.entries.map(\.level) == [.error])
            #expect(try await broker.dead.count() == 0)
            await inbox.settle(delivery, as: .acknowledge())
        }
    }

    @Test("a message that another program published as documented is a request")
    func documentedMessage() async throws {
        try await withBroker { broker in
            let body =
                #"{"verificationId":"019b76da-a801-7aa4-8d05-2f6b9e13c570","app":"demo","phoneNumber":"+491511234567"}"#
            try await broker.put(
                AMQPMessage(
                    body: Array(body.utf8), contentType: "application/json", type: "verification.request.v1",
                    messageID: "019b76da-a801-7aa4-8d05-2f6b9e13c570", appID: "demo", timestamp: 1_767_225_600))
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let request = try RequestCodec.decode(try #require(await reader.next()), phones: FakePhoneNumberParser())
            #expect(request.phone.e164 == "+491511234567")
            #expect(request.deadline == request.id.madeAt + .seconds(600))
        }
    }

    @Test("a request waits no less than its step, and by lot up to two fifths longer")
    func steps() async throws {
        try await withBroker { broker in
            let draws = Mutex([UInt64](0...5))
            let inbox = try await broker.openInbox { draws.withLock { $0.removeFirst() } }
            var reader = DeliveryReader(inbox)
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            var held = try #require(await reader.next())
            var queues: [String] = []
            for wait in [999, 999, 200, 1_000, 60_000, 1_000].map(Duration.milliseconds) {
                let begin = ContinuousClock.now
                await inbox.settle(held, as: .retry(after: wait))
                held = try #require(await reader.next())
                #expect(ContinuousClock.now - begin >= broker.retrySchedule.step(for: wait) - .milliseconds(5))
                queues.append(try #require((held.handle as? DeliveryHandle)?.delivery.message.deaths.first?.queue))
            }
            let names = ["200ms", "240ms", "280ms", "1s", "1200ms", "1400ms"]
            #expect(queues == names.map { "\(broker.topology.exchange).retry.\($0)" })
        }
    }

    @Test("headers by which a stranger would have the broker double a message do not come along")
    func doubling() async throws {
        try await withBroker { broker in
            let body = RequestCodec.encode(try #require(.sample(1)))
            try await broker.put(
                AMQPMessage(
                    body: body, type: RequestCodec.messageType,
                    headers: ["CC": .array([.string(broker.topology.requests)]), "x-death": "forged", "tenant": "kept"])
            )
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            for _ in 1...3 {
                await inbox.settle(try #require(await reader.next()), as: .retry(after: .zero))
            }
            let last = try #require(await reader.next())
            let headers = try #require(last.handle as? DeliveryHandle).delivery.message.headers
            #expect(headers["tenant"] == "kept")
            #expect(headers["CC"] == nil)
            #expect(try await broker.client.inspect(queue: broker.topology.requests)?.messages == 0)
            await inbox.settle(last, as: .acknowledge())
            await broker.close(inbox)
            for queue in broker.topology.queues {
                #expect(try await broker.client.inspect(queue: queue)?.messages == 0)
            }
        }
    }

    @Test("a thousand headers, deep tables and forged errors do not come along, and cost no word of ours")
    func forgedHeaders() async throws {
        try await withBroker { broker in
            let nested = (0..<12).reduce(AMQPFieldValue.string("x")) { value, _ in .table(["n": value]) }
            var headers = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("h\($0)", AMQPFieldValue.integer($0)) })
            headers["deep"] = nested
            headers["x-delivery-count"] = 1_000_000
            headers[MessageHeader.firstError] = "forged"
            headers[MessageHeader.lastError] = "forged"
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            for isInRetryQueue in [false, true] {
                try await broker.put(AMQPMessage(body: [1], type: RequestCodec.messageType, headers: headers))
                if isInRetryQueue {
                    let first = try #require(await reader.next())
                    await inbox.settle(first, as: .retry(after: .zero, because: "refused"))
                }
                await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.notJSON)))
                let dead = try await broker.nextDeadMessage().message.headers
                let names = ["kind", "reason", "first-error", "last-error", "dead-at"].map { "verifyd-" + $0 }
                #expect(Set(dead.keys) == Set(names))
                #expect(dead[MessageHeader.firstError] == (isInRetryQueue ? "refused" : "not-json"))
                #expect(dead[MessageHeader.lastError] == "not-json")
            }
        }
    }

    @Test("a word forged together with the broker's history is kept only if it is a short line")
    func forgedHistory() async throws {
        try await withBroker { broker in
            let retrySchedule = broker.topology.retryQueues[0]
            let history = AMQPFieldValue.array([
                .table(["queue": .string(retrySchedule), "reason": "expired", "count": 1])
            ])
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            for word in ["two\nlines", String(repeating: "x", count: 60_000)] {
                let headers = ["x-death": history, MessageHeader.firstError: .string(word)]
                try await broker.put(AMQPMessage(body: [1], type: "other", headers: headers))
                await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.unknownType)))
                #expect(try await broker.nextDead().firstError == ErrorCode("unknown-type"))
            }
        }
    }

    @Test("headers that might leave no room for the reason are left behind")
    func fullHeaders() async throws {
        try await withBroker { broker in
            // Below what is read, and more than goes along.
            let filling = AMQPFieldValue.string(String(repeating: "x", count: 10_000))
            try await broker.put(AMQPMessage(body: [1, 2, 3], type: "other", headers: ["filling": filling]))
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.unknownType)))
            let dead = try await broker.nextDeadMessage()
            #expect(dead.message.body == [1, 2, 3])
            #expect(dead.message.headers[MessageHeader.reason] == "unknown-type")
            #expect(dead.message.headers["filling"] == nil)
        }
    }

    @Test("of a body that is too long the beginning is dead-lettered, with its size")
    func longBody() async throws {
        try await withBroker { broker in
            let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            for settlement in [Settlement.deadLetter(DeadLetter(.tooLarge)), .retry(after: .zero)] {
                try await broker.put(body, type: RequestCodec.messageType, contentType: nil)
                let delivery = try #require(await reader.next())
                #expect(delivery.properties.isTooLarge && delivery.body.isEmpty)
                await inbox.settle(delivery, as: settlement)
                let dead = try await broker.nextDeadMessage().message
                #expect(dead.headers[MessageHeader.reason] == "too-large")
                #expect(dead.headers[MessageHeader.originalSize] == 1_000_000)
                #expect(dead.body == Array(body.prefix(RequestCodec.largestBody)))
            }
        }
    }

    @Test("an answer goes nowhere but to a direct reply-to")
    func answerAddress() async throws {
        try await withBroker { broker in
            let body = RequestCodec.encode(try #require(.sample(1)))
            try await broker.put(
                AMQPMessage(body: body, type: RequestCodec.messageType, replyTo: broker.topology.receipts))
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let delivery = try #require(await reader.next())
            #expect(!delivery.properties.wantsAnswer)
            await inbox.settle(delivery, as: .acknowledge(.expired))
            await broker.close(inbox)
            #expect(try await broker.client.inspect(queue: broker.topology.receipts)?.messages == 0)
        }
    }

    @Test("a retry queue that somebody deleted is declared again, and the request comes back from it")
    func deletedRetryQueue() async throws {
        try await withBroker { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            let delivery = try #require(await reader.next())
            try await broker.client.delete(queue: broker.topology.retryQueue(for: broker.retrySchedule.steps[0]))
            await inbox.settle(delivery, as: .retry(after: .zero))
            #expect(try #require(await reader.next()).body == delivery.body)
        }
    }
}
