import AMQP
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@testable import Queue

/// Run apart from everything else that needs the broker.
@Suite("with a broker in trouble", .serialized, .timeLimit(.minutes(10)))
struct BrokerFaultTests {
    private let probe: VerificationRequest

    init() throws {
        probe = try #require(.sample(999))
    }

    @Test("a stopped broker is unavailable within two seconds, and serves within ten of its return, with nothing lost")
    func stopped() async throws {
        try await withBroker(patience: nil, restarting: true) { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            try await withTimeEnough([.seconds(10), .seconds(60)]) { promised in
                try await publish(try #require(.sample(1)), to: broker)
                let held = try #require(await reader.next())
                try await BrokerControl.under(.stop, healedBy: .start) {
                    #expect(await problem(of: probe, on: broker.publisher) == .unavailable)
                    #expect(!broker.publisher.isReady)
                    // Ends, for the delivery is no longer ours.
                    await inbox.settle(held, as: .retry(after: .zero))
                    await inbox.settle(held, as: .acknowledge())
                }
                let back = ContinuousClock.now
                for await state in broker.requests.states() where state == .ready { break }
                try await publish(try #require(.sample(2)), to: broker)
                var left = try Set([1, 2].map { RequestCodec.encode(try #require(.sample($0))) })
                while !left.isEmpty {
                    let delivery = try #require(await reader.next())
                    left.remove(delivery.body)
                    await inbox.settle(delivery, as: .acknowledge())
                }
                return ContinuousClock.now - back < promised
            }
        }
    }

    @Test("a caller who waits has nil as soon as the connection is lost by which the answer would come")
    func lostAnswers() async throws {
        try await withBroker { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            async let answer = broker.publisher.publish(
                try #require(.sample(1)), context: nil, answerWithin: .seconds(3_600))
            _ = try #require(await reader.next())
            // Its confirmation comes after that of the request, whose caller then waits for the answer alone.
            try await publish(probe, to: broker)
            try await BrokerControl.tell(.cutConnections)
            #expect(try await answer == nil)
        }
    }

    // Takes three minutes now and then with RabbitMQ's own settings, see `QueueTopology`.
    @Test("requests that go through the retry queues while the broker is killed and comes back are all served")
    func retryQueuesAcrossAKill() async throws {
        try await withBroker(restarting: true) { broker in
            // The queue that was made last does not survive the kill, see `QueueTopology`: let it be this one.
            let last = broker.topology.dead + ".last"
            try await broker.client.declare(broker.topology.declarations)
            try await broker.client.declare(
                AMQPTopology(queues: [.init(name: last, arguments: ["x-queue-type": "quorum"])]))
            let requests = try (1...300).map { try #require(VerificationRequest.sample($0)) }
            for request in requests { try await broker.publisher.publish(request, context: nil) }
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            async let trouble: Void = BrokerControl.under(.kill, healedBy: .start) {}
            var left = Set(requests.map(RequestCodec.encode))
            var seen: Set<[UInt8]> = []
            while !left.isEmpty {
                let delivery = try #require(await reader.next())
                let isFirstTime = seen.insert(delivery.body).inserted
                await inbox.settle(delivery, as: isFirstTime ? .retry(after: .zero) : .acknowledge())
                if !isFirstTime { left.remove(delivery.body) }
            }
            try await trouble
            try await broker.client.delete(queue: last)
        }
    }

    @Test("a frozen broker has an answer ready within two seconds, and the same publisher goes on after the thaw")
    func frozen() async throws {
        try await withBroker(patience: nil) { broker in
            try await publish(probe, to: broker)
            try await withTimeEnough([.seconds(10), .seconds(60)]) { promised in
                try await BrokerControl.under(.freeze, healedBy: .thaw) {
                    for _ in 1...3 { #expect(await problem(of: probe, on: broker.publisher) != nil) }
                }
                let back = ContinuousClock.now
                try await publish(probe, to: broker)
                return ContinuousClock.now - back < promised
            }
        }
    }

    @Test(
        "a silence that the connection outlives leaves no delivery stuck: all go through the retry queues and are served"
    )
    func silence() async throws {
        try await withBroker(heartbeat: .seconds(5)) { broker in
            let requests = try (1...400).map { try #require(VerificationRequest.sample($0)) }
            for request in requests { try await broker.publisher.publish(request, context: nil) }
            let inbox = try #require(try await broker.openInbox() as? AMQPJobInbox)
            var reader = DeliveryReader(inbox)
            var held: [JobDelivery] = []
            for _ in requests { held.append(try #require(await reader.next())) }
            var left = Set(requests.map(RequestCodec.encode))
            try await withThrowingTaskGroup { tasks in
                try await BrokerControl.under(.freeze, healedBy: .thaw) {
                    for delivery in held { tasks.addTask { await inbox.settle(delivery, as: .retry(after: .zero)) } }
                    // Suspicion comes half a heartbeat and more before the connection's end.
                    var states = inbox.states().makeAsyncIterator()
                    while await states.next() == .ready {}
                    // Each delivery is tried once more meanwhile.
                    await giveUp(after: .seconds(1), on: broker)
                }
                while !left.isEmpty {
                    let delivery = try #require(await reader.next())
                    left.remove(delivery.body)
                    await inbox.settle(delivery, as: .acknowledge())
                }
                try await tasks.waitForAll()
            }
            await broker.close(inbox)
            // What was held at the end is back: copies out of the retry queues, and none that was never there.
            while let delivery = try await broker.client.get(queue: broker.topology.requests) {
                #expect(!delivery.message.deaths.isEmpty)
                try await broker.client.acknowledge(delivery)
            }
        }
    }

    @Test("under a memory alarm nothing is published, everything is settled, and what was unknown arrives late")
    func memoryAlarm() async throws {
        try await withBroker(patience: nil) { broker in
            let inbox = try await broker.openInbox()
            var reader = DeliveryReader(inbox)
            let requests = try (1...50).map { try #require(VerificationRequest.sample($0)) }
            for request in requests {
                try await broker.put(
                    RequestCodec.encode(request), type: RequestCodec.messageType, contentType: RequestCodec.contentType)
            }

            var enqueued = 0
            try await BrokerControl.under(.raiseMemoryAlarm, healedBy: .clearMemoryAlarm) {
                // The broker tells a connection that it is blocked only when it publishes.
                let begin = ContinuousClock.now
                var answer: QueueError?
                while answer == nil {
                    try #require(ContinuousClock.now - begin < .seconds(60), "no alarm: \(broker.requests.state)")
                    answer = await problem(of: probe, on: broker.publisher)
                    if answer != .unavailable { enqueued += 1 }
                }
                #expect(await problem(of: probe, on: broker.publisher) == .unavailable)
                #expect(!broker.publisher.isReady)
                for _ in requests { await inbox.settle(try #require(await reader.next()), as: .acknowledge()) }
                await broker.close(inbox)
            }
            let next = try await broker.openInbox()
            var late = DeliveryReader(next)
            for _ in 0..<enqueued {
                #expect(try #require(await late.next()).body == RequestCodec.encode(probe))
            }
        }
    }

    @Test("under a memory alarm a probe says the broker's reason, on one connection, and afterwards that all is well")
    func probeUnderAlarm() async throws {
        try await withBroker(patience: nil) { broker in
            try await broker.put([1], type: nil, contentType: nil)
            try await probing(broker) { probe in
                #expect(try await probe.probe() == .takesMessages)
                try await BrokerControl.under(.raiseMemoryAlarm, healedBy: .clearMemoryAlarm) {
                    let begin = ContinuousClock.now
                    // The broker may still take the first: it tells of the alarm only after a publish.
                    while try await probe.probe() == .takesMessages {
                        try #require(ContinuousClock.now - begin < .seconds(60), "no alarm")
                    }
                    #expect(try await probe.probe() == .refuses(reason: "low on memory"))
                    try await probing(broker) { probe in
                        let word = try await probe.probe()
                        #expect(word == .refuses(reason: "low on memory"))
                    }
                }
                let begin = ContinuousClock.now
                while try await probe.probe() != .takesMessages {
                    try #require(ContinuousClock.now - begin < .seconds(60), "the alarm is over")
                }
            }
        }
    }

    /// Asks a frozen broker something for so long.
    private func giveUp(after limit: Duration, on broker: BrokerHarness) async {
        var configuration = broker.configuration
        configuration.handshakeDeadline = limit
        let client = AMQPClient(configuration)
        await #expect(throws: AMQPError.self) { try await client.inspect(queue: broker.topology.dead) }
    }

    /// What a publish throws, nil for a success; either way within two seconds, or else it tries again.
    ///
    /// A busy machine may spoil one measurement, but not each.
    private func problem(of request: VerificationRequest, on publisher: any JobPublisher) async -> QueueError? {
        var problem: QueueError?
        await withTimeEnough(Array(repeating: .seconds(2), count: 3)) { promised in
            let begin = ContinuousClock.now
            do throws(QueueError) {
                try await publisher.publish(request, context: nil)
                problem = nil
            } catch {
                problem = error
            }
            return ContinuousClock.now - begin < promised
        }
        return problem
    }

    /// Publishes until the broker confirms it, for a minute at most; the request may then be in the queue several times.
    private func publish(_ request: VerificationRequest, to broker: BrokerHarness) async throws {
        let begin = ContinuousClock.now
        while let problem = await problem(of: request, on: broker.publisher) {
            try #require(
                ContinuousClock.now - begin < .seconds(60),
                "after a minute a publish is still \(problem), and the connection \(broker.requests.state)")
            try Task.checkCancellation()
        }
    }
}
