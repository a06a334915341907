import AMQP
import Testing
import VerificationCore
import VerificationTesting

@testable import Queue

@Suite("the dead-letter queue on RabbitMQ", .timeLimit(.minutes(10)))
struct DeadLetterQueueTests {
    @Test("a replayed message is what its maker published, and leaves the dead-letter queue")
    func replayed() async throws {
        try await withBroker { broker in
            let message = AMQPMessage(
                body: RequestCodec.encode(try #require(.sample(1))), contentType: "application/json",
                type: RequestCodec.messageType, messageID: "7", appID: "demo", timestamp: 1_767_225_600,
                headers: ["traceparent": "kept"])
            try await broker.put(message)
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let again = try #require(await reader.next())
            await inbox.settle(again, as: .retry(after: .zero, because: "refused"))
            await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.outOfTries)))
            try await broker.untilDead(1)

            let replay = await broker.dead.replay()
            #expect(replay.replayed == 1 && replay.left == 0 && replay.problem == nil)
            let delivery = try #require(await reader.next())
            #expect((delivery.handle as? DeliveryHandle)?.delivery.message == message)
            #expect(try await broker.dead.count() == 0)
        }
    }

    @Test("a replay takes each message that was there once, also when all die again at once")
    func once() async throws {
        try await withBroker { broker in
            try await broker.deadLetter(250, reason: "not-json")
            let inbox = try await broker.openInbox()
            let replay = Task { await broker.dead.replay() }
            var reader = DeliveryReader(inbox)
            var seen: [[UInt8]] = []
            for _ in 0..<250 {
                let delivery = try #require(await reader.next())
                seen.append(delivery.body)
                await inbox.settle(delivery, as: .deadLetter(DeadLetter(.notJSON)))
            }
            #expect(await replay.value.replayed == 250)
            #expect(Set(seen).count == 250)
            try await broker.untilDead(250)
            #expect(try await broker.client.inspect(queue: broker.topology.requests)?.messages == 0)
        }
    }

    @Test("a replay that is interrupted in the middle loses nothing")
    func interrupted() async throws {
        try await withBroker { broker in
            try await broker.deadLetter(500, reason: "not-json")
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let replay = Task { await broker.dead.replay() }
            let first = try #require(await reader.next())
            replay.cancel()
            let done = await replay.value
            #expect(done.replayed + done.left == 500)
            await broker.crash(inbox)

            var bodies = Set([first.body])
            for queue in [broker.topology.requests, broker.topology.dead] {
                while let delivery = try await broker.client.get(queue: queue) {
                    bodies.insert(delivery.message.body)
                    try await broker.client.acknowledge(delivery)
                }
            }
            #expect(bodies.count == 500)
        }
    }

    @Test("a replay brings each kind of message to its own queue, also in a later version, and leaves what has none")
    func kinds() async throws {
        try await withBroker { broker in
            let topology = broker.topology
            try await broker.client.declare(topology.declarations)
            for version in 1...2 {
                for kind in ["request", "receipt", "event"] {
                    let message = AMQPMessage(
                        body: Array(kind.utf8), type: "verification.\(kind).v\(version)",
                        headers: [MessageHeader.reason: "invalid-member"])
                    try await broker.stranger.publish(message, exchange: "", routingKey: topology.dead)
                }
            }
            let nameless = AMQPMessage(body: Array("nobody's".utf8), type: "letter")
            try await broker.stranger.publish(nameless, exchange: "", routingKey: topology.dead)
            try await broker.untilDead(7)

            let survey = try await broker.dead.survey(of: 10)
            #expect(survey.kinds == [.requests: 2, .receipts: 2, .events: 2, nil: 1])
            #expect(survey.replayable(limit: .max, reason: nil).count == 6)
            #expect(await broker.dead.replay() == DeadLetterReplay(replayed: 6, left: 1))
            for (kind, queue) in [
                ("request", topology.requests), ("receipt", topology.receipts), ("event", topology.events),
                ("nobody's", topology.dead),
            ] {
                for _ in 0..<(queue == topology.dead ? 1 : 2) {
                    let delivery = try #require(try await broker.client.get(queue: queue))
                    #expect(delivery.message.body == Array(kind.utf8))
                    try await broker.client.acknowledge(delivery)
                }
                #expect(try await broker.client.get(queue: queue) == nil)
            }
        }
    }

    @Test("receipts that a worker cannot read are dead as receipts, whatever their type, and go home to theirs")
    func strangeReceipts() async throws {
        try await withBroker { broker in
            try await broker.withReceipts { receipts in
                for type in [ReceiptCodec.messageType, "verification.delivery.v1", nil] {
                    try await receipts.put(Array("{}".utf8), type: type, contentType: nil)
                }
                let inbox = try await receipts.openInbox()
                var reader = DeliveryReader(inbox)
                for _ in 1...3 {
                    await inbox.settle(try #require(await reader.next()), as: .deadLetter(DeadLetter(.unknownType)))
                }
                try await broker.untilDead(3)
                await receipts.crash(inbox)
                #expect(try await broker.dead.survey(of: 10).kinds == [.receipts: 3])
                #expect(await broker.dead.replay() == DeadLetterReplay(replayed: 3, left: 0))
                #expect(try await broker.client.inspect(queue: broker.topology.receipts)?.messages == 3)
                #expect(try await broker.client.inspect(queue: broker.topology.requests)?.messages == 0)
            }
        }
    }

    @Test("a replay without a broker says so at once")
    func noBroker() async throws {
        let replay = await DeadLetterQueue(try AMQPConfiguration(urls: "amqp://127.0.0.1:1")).replay()
        #expect(replay.replayed == 0 && replay.problem?.kind == .unavailable)
    }

    @Test("what the broker dead-lettered by itself has the broker's reason")
    func brokersReason() async throws {
        try await withBroker { broker in
            try await broker.put(AMQPMessage(body: [1], expiration: "1"))
            try await broker.untilDead(1)
            try await broker.deadLetter(2, reason: "not-json")
            try await broker.untilDead(3)
            #expect(try await broker.dead.reasons(among: 1_000) == [.broker(.expired): 1, .worker(.notJSON): 2])
            #expect(try await broker.dead.reasons(among: 1) == [.broker(.expired): 1])
            try await broker.untilDead(3)
            #expect(await broker.dead.replay(reason: .worker(.outOfTries)).replayed == 0)
            #expect(await broker.dead.replay(reason: .broker(.expired)).replayed == 1)
            #expect(try await broker.client.inspect(queue: broker.topology.requests)?.messages == 1)
        }
    }

    @Test(
        "what died before a moment is forgotten, whoever put it aside; what died later stays, and so does what has no date"
    )
    func erased() async throws {
        try await withBroker { broker in
            let past = Timestamp(seconds: 1_700_000_000)
            try await broker.deadLetter(1, reason: "no-date")
            for moment in [past, past + .seconds(1), past + .seconds(2)] {
                try await broker.stranger.publish(
                    AMQPMessage(body: [1], headers: [MessageHeader.deadAt: .string(moment.rfc3339)]), exchange: "",
                    routingKey: broker.topology.dead)
            }
            #expect(try await broker.dead.forget(before: past) == 0)
            #expect(try await broker.dead.forget(before: past + .seconds(2)) == 2)
            try await broker.untilDead(2)
            // The broker's own dead letters are dated by it.
            try await broker.put(AMQPMessage(body: [1], expiration: "1"))
            try await broker.untilDead(3)
            #expect(try await broker.dead.forget(before: past + .seconds(3)) == 1)
            try await broker.untilDead(2)
            let tomorrow = Timestamp(microseconds: .max / 2)
            #expect(try await broker.dead.forget(before: tomorrow) == 1)
            try await broker.untilDead(1)
        }
    }
}

extension BrokerHarness {
    /// Puts so many messages aside, each another.
    fileprivate func deadLetter(_ count: Int, reason: String) async throws {
        try await withThrowingTaskGroup { tasks in
            for number in 0..<count {
                let message = AMQPMessage(
                    body: Array("\(reason) \(number)".utf8), type: RequestCodec.messageType,
                    headers: [MessageHeader.reason: .string(reason)])
                tasks.addTask {
                    try await self.stranger.publish(message, exchange: "", routingKey: self.topology.dead)
                }
            }
            try await tasks.waitForAll()
        }
    }

    /// Waits until so many messages are dead; fails by the suite's time limit.
    fileprivate func untilDead(_ count: Int) async throws {
        while try await client.inspect(queue: topology.dead)?.messages != count { try Task.checkCancellation() }
    }
}
