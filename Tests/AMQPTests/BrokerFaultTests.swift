import Foundation
import TestSupport
import Testing

@testable import AMQP

extension BrokerTests {
    /// Each of these stops, freezes or starves the broker, and puts it back in order whatever happens.
    ///
    /// `RABBITMQCTL` is the command line that controls the broker of `AMQP_URL`.
    @Suite("Faults of the broker", .serialized, .timeLimit(.minutes(10)))
    struct BrokerFaultTests {
        @Test("a consumer whose connection is cut gets its unsettled messages again, and old settlements are dropped")
        func cutConnection() async throws {
            try await withQueue { queue, topology, client in
                try await fill(queue, with: 2)
                let consumer = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    let old = [try await reader.next(), try await reader.next()]
                    try await Broker.control("close_all_connections", "test")
                    let new = [try await reader.next(), try await reader.next()]
                    #expect(new.map(\.message.messageID) == old.map(\.message.messageID))
                    #expect(new.allSatisfy { $0.isRedelivered && $0.generation > old[0].generation })
                    for delivery in old { consumer.acknowledge(delivery) }
                    consumer.acknowledge(new[1])
                    await consumer.close(within: Broker.patience)
                }
                let left = try await eventually { try await client.get(queue: queue) }
                #expect(left.message.messageID == "0")
            }
        }

        @Test("a consumer that was stopped and then loses its connection runs on until it is closed")
        func stoppedAndCut() async throws {
            try await withQueue { queue, topology, _ in
                try await fill(queue, with: 1)
                let stopped = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue)
                let other = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue, prefetch: 1)
                try await alongside({ await stopped.run() }) {
                    let reader = DeliveryReader(stopped)
                    let delivery = try await reader.next()
                    stopped.stopConsuming()
                    #expect(await reader.nextIfAny() == nil)
                    #expect(stopped.holds(delivery))
                    try await alongside({ await other.run() }) {
                        var states = other.states().makeAsyncIterator()
                        // The second cut comes a good while after the first, time enough to give up.
                        for _ in 1...2 {
                            while await states.next() != .ready {}
                            try await Broker.control("close_all_connections", "test")
                            while await states.next() == .ready {}
                        }
                    }
                    #expect(stopped.state != .closed)
                    #expect(!stopped.holds(delivery))
                    await stopped.close(within: Broker.patience)
                    #expect(stopped.state == .closed)
                }
            }
        }

        @Test("a consumer that loses its connection while it is paused connects again and does not subscribe")
        func pausedAndCut() async throws {
            try await withQueue { queue, topology, client in
                try await fill(queue, with: 2)
                let consumer = AMQPConsumer(try Broker.configuration(), topology: topology, queue: queue, prefetch: 1)
                try await alongside({ await consumer.run() }) {
                    let reader = DeliveryReader(consumer)
                    let old = try await reader.next()
                    consumer.pause()
                    try await untilPaused(consumer)
                    var states = consumer.states().makeAsyncIterator()
                    while await states.next() != .ready {}
                    try await Broker.control("close_all_connections", "test")
                    while await states.next() == .ready {}
                    while await states.next() != .ready {}
                    #expect(consumer.isPaused && !consumer.holds(old))
                    _ = try await eventually {
                        let status = try await client.inspect(queue: queue)
                        return status?.messages == 2 && status?.consumers == 0 ? true : nil
                    }
                    consumer.resume()
                    let again = try await reader.next()
                    #expect(again.message.messageID == old.message.messageID && again.isRedelivered)
                    consumer.acknowledge(again)
                    consumer.acknowledge(try await reader.next())
                    await consumer.close(within: Broker.patience)
                }
                #expect(try await left(in: queue, client) == 0)
            }
        }

        @Test("under a memory alarm publishes fail within their deadline while consumers go on acknowledging")
        func memoryAlarm() async throws {
            try await withQueue { queue, topology, client in
                let publisher = AMQPPublisher(try Broker.configuration(isPatient: false))
                try await running(publisher) {
                    for number in 0..<3 { try await publish(number, to: queue, by: publisher) }
                    try await restoring({ try await Broker.control("set_vm_memory_high_watermark", "0.4") }) {
                        try await Broker.control("set_vm_memory_high_watermark", "absolute", "1MB")
                        _ = try await eventually {
                            let alarms = try await Broker.control("eval", "rabbit_alarm:get_alarms().")
                            return alarms.contains("memory") ? true : nil
                        }
                        try await expectBlocked(publisher, queue)
                        try await drain(queue, 3)
                    }
                    _ = try await publisher.states().reach { $0 == .ready }
                    try await publish(9, to: queue, by: publisher)
                }
                // 8 left before the broker said that it was blocked: whatever was known then, it is here now.
                #expect(try await messageIDs(in: queue, client) == ["8", "9"])
            }
        }

        @Test("a frozen broker costs every publish its deadline and no more, and afterwards all is well")
        func frozen() async throws {
            try await withQueue { queue, topology, _ in
                let pid = try await Broker.processIdentifier()
                let publisher = AMQPPublisher(try Broker.configuration(isPatient: false))
                try await running(publisher) {
                    try await publish(0, to: queue, by: publisher)
                    try await withTimeEnough([.milliseconds(1500), .seconds(8)]) { limit in
                        var isInTime = false
                        try await restoring({ kill(pid, SIGCONT) }) {
                            try await Broker.freeze(pid)
                            let start = ContinuousClock.now
                            let outcomes = await outcomes(of: 300) { number throws(AMQPError) in
                                try await publish(number, to: queue, by: publisher, within: limit)
                            }
                            isInTime = ContinuousClock.now - start < limit * 1.9
                            guard isInTime else { return }
                            // 256 fit the window and left; the others never did.
                            #expect(outcomes.values.filter { $0?.code == .unconfirmed }.count == 256)
                            #expect(outcomes.values.filter { $0?.code == .notSent }.count == 44)
                        }
                        try await publish(1, to: queue, by: publisher)
                        return isInTime
                    }
                }
            }
        }

        @Test("silence is noticed: the publisher says so before the connection is given up, and reconnects")
        func silence() async throws {
            try await withQueue { queue, _, _ in
                let pid = try await Broker.processIdentifier()
                var configuration = try Broker.configuration(isPatient: false)
                configuration.heartbeat = .seconds(2)
                let publisher = AMQPPublisher(configuration)
                try await running(publisher) {
                    try await restoring({ kill(pid, SIGCONT) }) {
                        var states = publisher.states().makeAsyncIterator()
                        try await Broker.freeze(pid)
                        while await states.next() == .ready {}
                        let error = await #expect(throws: AMQPError.self) {
                            try await publish(0, to: queue, by: publisher)
                        }
                        #expect(error?.code == .notConnected)
                        // The second news is the end of the connection, after two heartbeats.
                        _ = await states.next()
                    }
                    _ = try await publisher.states().reach { $0 == .ready }
                    try await publish(1, to: queue, by: publisher)
                }
            }
        }

        @Test("a broker that was stopped is in use again within 10 s of its return")
        func restart() async throws {
            try await withQueue { queue, topology, _ in
                let publisher = AMQPPublisher(try Broker.configuration(isPatient: false), topology: topology)
                let consumer = AMQPConsumer(
                    try Broker.configuration(isPatient: false), topology: topology, queue: queue)
                try await alongside({ await consumer.run() }) {
                    try await running(publisher) {
                        let reader = DeliveryReader(consumer)
                        try await publish(0, to: queue, by: publisher)
                        consumer.acknowledge(try await reader.next())
                        try await withTimeEnough([.seconds(10), .seconds(60)]) { promised in
                            try await restoring({ try await Broker.control("start_app") }) {
                                try await Broker.control("stop_app")
                                _ = try await publisher.states().reach { $0 != .ready }
                                let error = await #expect(throws: AMQPError.self) {
                                    try await publish(1, to: queue, by: publisher)
                                }
                                #expect(error?.publishOutcome == .notEnqueued)
                            }
                            let start = ContinuousClock.now
                            _ = try await publisher.states().reach { $0 == .ready }
                            try await publish(2, to: queue, by: publisher)
                            let delivery = try await reader.next()
                            #expect(delivery.message.messageID == "2")
                            consumer.acknowledge(delivery)
                            return ContinuousClock.now - start < promised
                        }
                        await consumer.close(within: Broker.patience)
                    }
                }
            }
        }
    }
}

/// Runs `restore` after `body`, however it ends.
private func restoring(_ restore: () async throws -> Void, _ body: () async throws -> Void) async throws {
    let result: Result<Void, any Error>
    do {
        result = .success(try await body())
    } catch {
        result = .failure(error)
    }
    try await restore()
    try result.get()
}

private func publish(
    _ number: Int, to queue: String, by publisher: AMQPPublisher, within limit: Duration = Broker.patience
) async throws(AMQPError) {
    try await publisher.publish(
        AMQPMessage(body: [], messageID: "\(number)"), exchange: "", routingKey: queue, within: limit)
}

/// The broker says that it is blocked only when something is published, and may or may not confirm that first message.
private func expectBlocked(_ publisher: AMQPPublisher, _ queue: String) async throws {
    do throws(AMQPError) {
        try await publish(8, to: queue, by: publisher, within: .milliseconds(1500))
    } catch {
        #expect(error.publishOutcome == .unknown)
    }
    // The broker's own word, for the log and for operators.
    _ = try await publisher.states().reach { $0 == .blocked(reason: "low on memory") }
    let start = ContinuousClock.now
    let second = await #expect(throws: AMQPError.self) { try await publish(7, to: queue, by: publisher) }
    #expect(second?.code == .blocked && second?.publishOutcome == .notEnqueued && second?.context == "low on memory")
    #expect(ContinuousClock.now - start < Broker.patience / 2)
}

private func drain(_ queue: String, _ count: Int) async throws {
    let consumer = AMQPConsumer(try Broker.configuration(isPatient: false), queue: queue, prefetch: 1)
    try await alongside({ await consumer.run() }) {
        let reader = DeliveryReader(consumer)
        // With a prefetch of one, each delivery shows that the acknowledgement before it has arrived.
        for _ in 0..<count { consumer.acknowledge(try await reader.next()) }
        await consumer.close(within: Broker.patience)
    }
}

private func messageIDs(in queue: String, _ client: AMQPClient) async throws -> [String] {
    var ids: [String] = []
    while let delivery = try await client.get(queue: queue) {
        try await client.acknowledge(delivery)
        ids.append(delivery.message.messageID ?? "")
    }
    return ids
}
