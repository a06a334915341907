import AMQP
import RequestQueue
import Testing
import VerificationCore
import VerificationTesting

@Suite("the inbox on RabbitMQ", .timeLimit(.minutes(10)))
struct InboxTests {
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

    @Test("a request comes back no sooner than its rung, also from the higher one")
    func rungs() async throws {
        try await withBroker { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            for (wait, rung) in [
                (Duration.milliseconds(999), broker.ladder.rungs[0]), (.seconds(60), broker.ladder.rungs[1]),
            ] {
                let delivery = try #require(await reader.next())
                let begin = ContinuousClock.now
                await inbox.settle(delivery, as: .again(after: wait))
                let again = try #require(await reader.next())
                #expect(ContinuousClock.now - begin >= rung - .milliseconds(5))
                #expect(ContinuousClock.now - begin < rung + .seconds(40))
                await inbox.settle(again, as: .again(after: .zero))
            }
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
                await inbox.settle(try #require(await reader.next()), as: .again(after: .zero))
            }
            let last = try #require(await reader.next())
            let headers = try #require(last.receipt as? AMQPDelivery).message.headers
            #expect(headers["tenant"] == "kept")
            #expect(headers["CC"] == nil)
            #expect(try await broker.client.inspect(queue: broker.topology.requests)?.messages == 0)
            await inbox.settle(last, as: .acknowledge)
            await broker.close(inbox)
            for queue in broker.topology.queues {
                #expect(try await broker.client.inspect(queue: queue)?.messages == 0)
            }
        }
    }

    @Test("headers that leave no room for the reason are left behind")
    func fullHeaders() async throws {
        try await withBroker { broker in
            let filling = AMQPFieldValue.string(String(repeating: "x", count: 65_450))
            try await broker.put(AMQPMessage(body: [1, 2, 3], type: "other", headers: ["filling": filling]))
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            await inbox.settle(try #require(await reader.next()), as: .dead(DeadLetter(.unknownType)))
            let dead = try await broker.nextDeadMessage()
            #expect(dead.message.body == [1, 2, 3])
            #expect(dead.message.headers[MessageHeader.reason] == "unknown-type")
            #expect(dead.message.headers["filling"] == nil)
        }
    }

    @Test("of a body that is too long the beginning is put aside, with its size")
    func longBody() async throws {
        try await withBroker { broker in
            let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            for settlement in [Settlement.dead(DeadLetter(.tooLarge)), .again(after: .zero)] {
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
            inbox.answer(delivery, with: .expired)
            await inbox.settle(delivery, as: .acknowledge)
            await broker.close(inbox)
            #expect(try await broker.client.inspect(queue: broker.topology.receipts)?.messages == 0)
        }
    }

    @Test("a rung that somebody deleted is declared again, and the request comes back from it")
    func deletedRung() async throws {
        try await withBroker { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            try await broker.publisher.publish(try #require(.sample(1)), context: nil)
            let delivery = try #require(await reader.next())
            try await broker.client.delete(queue: broker.topology.retryQueue(for: broker.ladder.rungs[0]))
            await inbox.settle(delivery, as: .again(after: .zero))
            #expect(try #require(await reader.next()).body == delivery.body)
        }
    }

    @Test("a request that kills every worker is put aside by the broker, and the next one is served")
    func poison() async throws {
        try await withBroker { broker in
            let poison = try #require(VerificationRequest.sample(1))
            try await broker.publisher.publish(poison, context: nil)
            try await broker.publisher.publish(try #require(.sample(2)), context: nil)
            var deaths = 0
            while true {
                let inbox = AMQPRequestInbox(
                    broker.configuration, topology: broker.topology, prefetch: 1, logger: .silent)
                let run = Task { await inbox.run() }
                var reader = DeliveryReader(inbox)
                let delivery = try #require(await reader.next())
                run.cancel()
                await run.value
                guard delivery.body == RequestCodec.encode(poison) else { break }
                deaths += 1
            }
            #expect((20...22).contains(deaths))
            let dead = try await broker.nextDeadMessage().message
            #expect(dead.messageID == poison.id.description)
            #expect(dead.headers["x-first-death-reason"] == "delivery_limit")

            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let next = try #require(await reader.next())
            #expect(next.body == RequestCodec.encode(try #require(.sample(2))))
        }
    }
}
