import AMQP
import Testing
import VerificationCore
import VerificationTesting

@testable import Queue

/// After 20 returns the broker puts a message aside; here every test returns messages more often.
@Suite("messages that come back to RabbitMQ's queues", .timeLimit(.minutes(10)))
struct ReturnTests {
    @Test(
        "25 clean stops, or 25 lost connections, bring no request to the dead-letter queue", arguments: [true, false])
    func requests(stopsInOrder: Bool) async throws {
        try await withBroker { broker in
            let requests = try (1...30).map { try #require(VerificationRequest.sample($0)) }
            for request in requests { try await broker.publisher.publish(request, context: nil) }
            for _ in 1...25 {
                let inbox = try await broker.openInbox()
                let held = try await take(Set(requests.map(RequestCodec.encode)), from: inbox)
                if stopsInOrder {
                    await inbox.stopTaking()
                    for delivery in held { await inbox.settle(delivery, as: .giveBack) }
                    await broker.close(inbox)
                } else {
                    await broker.crash(inbox)
                }
            }
            let inbox = try await broker.openInbox()
            _ = try await take(Set(requests.map(RequestCodec.encode)), from: inbox)
            #expect(try await broker.dead.count() == 0)
        }
    }

    @Test("25 lost connections bring no receipt to the dead-letter queue")
    func receipts() async throws {
        try await withBroker { broker in
            try await broker.withReceipts { receipts in
                try await receipts.publisher.publish([.sample(1)])
                for _ in 1...25 {
                    let inbox = try await receipts.openInbox()
                    var reader = DeliveryReader(inbox)
                    let delivery = try #require(await reader.next())
                    #expect(try ReceiptCodec.decode(delivery).receipts == [.sample(1)])
                    await receipts.crash(inbox)
                }
                #expect(try await broker.dead.count() == 0)
            }
        }
    }

    @Test("25 lost connections bring no event to the dead-letter queue, and take none of its tries")
    func events() async throws {
        try await withBroker { broker in
            let event = try AppEvent.sample(1)
            try await broker.stranger.publish(
                AMQPMessage(event).forAnotherTry(after: nil, tries: 3), exchange: broker.topology.exchange,
                routingKey: QueueTopology.eventKey)
            for _ in 1...25 {
                let (events, publisher) = broker.makeEventQueue()
                let runs = [Task { await events.run() }, Task { await publisher.run() }]
                var batches = events.deliveries.makeAsyncIterator()
                let delivery = try #require(await batches.next()?.first)
                #expect(delivery.body == EventCodec.encode(event) && delivery.properties.tries == 3)
                for run in runs {
                    run.cancel()
                    await run.value
                }
            }
            #expect(try await broker.dead.count() == 0)
        }
    }

    @Test("a request that comes back often still has its answer, its headers and its caller")
    func copies() async throws {
        try await withBroker { broker in
            let request = try #require(VerificationRequest.sample(1))
            let context = try #require(
                TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: nil))
            async let answer = broker.publisher.publish(request, context: context, answerWithin: .seconds(600))
            for round in 1...15 {
                let inbox = try await broker.openInbox()
                var reader = DeliveryReader(inbox)
                let delivery = try #require(await reader.next())
                #expect(delivery.body == RequestCodec.encode(request) && delivery.properties.context == context)
                if round == 15 {
                    await inbox.settle(delivery, as: .acknowledge(.expired))
                    #expect(try await answer == .expired)
                    await broker.close(inbox)
                } else {
                    await broker.crash(inbox)
                }
            }
        }
    }

    @Test(
        "a request that kills every worker is dead-lettered by the broker after 20 of them, and the next one is served")
    func poison() async throws {
        try await withBroker { broker in
            let poison = try #require(VerificationRequest.sample(1))
            try await broker.publisher.publish(poison, context: nil)
            try await broker.publisher.publish(try #require(.sample(2)), context: nil)
            var deaths = 0
            while true {
                let inbox = AMQPJobInbox(
                    broker.configuration, topology: broker.topology, of: .requests, prefetch: 1,
                    workers: broker.workers,
                    random: { 0 }, now: { BrokerHarness.now }, logger: .silent)
                let run = Task { await inbox.run() }
                var reader = DeliveryReader(inbox)
                let delivery = try #require(await reader.next())
                run.cancel()
                await run.value
                guard delivery.body == RequestCodec.encode(poison) else { break }
                deaths += 1
                try await broker.noteDeath(of: UInt64(deaths))
            }
            #expect((20...22).contains(deaths))
            let dead = try await broker.nextDeadMessage().message
            #expect(dead.messageID == poison.id.description)
            #expect(dead.headers["x-first-death-reason"] == "delivery_limit")
            #expect(dead.deathReason(in: broker.topology) == .broker(.deliveryLimit))
            #expect(dead.kind(in: broker.topology) == .requests)

            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let next = try #require(await reader.next())
            #expect(next.body == RequestCodec.encode(try #require(.sample(2))))
        }
    }

    /// Takes deliveries until all of these bodies have come; what came back too often comes as a copy.
    private func take(_ bodies: Set<[UInt8]>, from inbox: any JobInbox) async throws -> [JobDelivery] {
        var (left, taken) = (bodies, [JobDelivery]())
        var reader = DeliveryReader(inbox)
        while !left.isEmpty {
            let delivery = try #require(await reader.next())
            left.remove(delivery.body)
            taken.append(delivery)
        }
        return taken
    }
}

extension BrokerHarness {
    /// A worker has been there, and has died without a word long enough ago that everybody knows it.
    fileprivate func noteDeath(of worker: UInt64) async throws {
        let update = WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: []))
        _ = try await workers.seat(of: worker).exchange(update)
        workers.clock.advance(by: GatewayStatuses.workerLease)
    }
}
