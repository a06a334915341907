import AMQP
import Testing
import VerificationCore

@testable import RequestQueue

@Suite("the queue of events on RabbitMQ", .timeLimit(.minutes(5)))
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
            #expect(event.tries == 0 && event.putOffs == 0)
            let pause = broker.topology.eventSchedule.pauses[0]
            for (tries, putOffs) in [(0, 1), (0, 2), (1, 0)] {
                let begin = ContinuousClock.now
                await queue.putOff(event, by: pause, tries: tries, putOffs: putOffs)
                event = try #require(await batches.next()?.first)
                #expect(event.tries == tries && event.putOffs == putOffs && event.body == [1])
                #expect(ContinuousClock.now - begin >= pause - .milliseconds(5))
            }
            queue.finish(event)
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
