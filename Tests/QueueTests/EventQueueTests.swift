import AMQP
import Testing
import VerificationCore

@testable import Queue

@Suite("the queue of events on RabbitMQ", .timeLimit(.minutes(10)))
struct EventQueueTests {
    @Test("an event that waits comes back with its counts, and not before its pause is over")
    func counts() async throws {
        try await withBroker { broker in
            let (queue, publisher) = broker.makeEventQueue()
            async let run: Void = queue.run()
            let publishing = Task { await publisher.run() }
            try await broker.stranger.publish(
                AMQPMessage(body: [1], type: EventCodec.messageType), exchange: broker.topology.exchange,
                routingKey: QueueTopology.eventKey, within: .seconds(30))
            var batches = queue.deliveries.makeAsyncIterator()
            var event = try #require(await batches.next()?.first)
            #expect(event.properties.tries == 0 && event.properties.putOffs == 0)
            let pause = broker.topology.eventSchedule.pauses[0]
            let life: [(settlement: Settlement, tries: Int, putOffs: Int)] = [
                (.putOff(for: pause), 0, 1), (.putOff(for: pause, because: "busy", isCounted: false), 0, 1),
                (.putOff(for: pause), 0, 2), (.retry(after: pause), 1, 0), (.putOff(for: pause), 1, 1),
            ]
            for (settlement, tries, putOffs) in life {
                let begin = ContinuousClock.now
                await queue.settle(event, as: settlement)
                event = try #require(await batches.next()?.first)
                #expect(event.properties.tries == tries && event.properties.putOffs == putOffs)
                #expect(event.body == [1])
                #expect(ContinuousClock.now - begin >= pause - .milliseconds(5))
            }
            await queue.settle(event, as: .acknowledge())
            await queue.close()
            await run
            publishing.cancel()
            await publishing.value
            for name in broker.topology.queues {
                #expect(try await broker.client.inspect(queue: name)?.messages == 0, "\(name)")
            }
        }
    }
}
