import AMQP
import FoundationEssentials
import Queue
import VerificationCore

extension Site {
    /// Publishes messages to the exchange for requests, as a backend does.
    func publish(_ messages: [AMQPMessage]) async throws {
        try await publish(messages, to: topology.exchange, routingKey: QueueTopology.requestKey)
    }

    /// Publishes messages anywhere.
    func publish(_ messages: [AMQPMessage], to exchange: String, routingKey: String) async throws {
        let publisher = AMQPPublisher(broker, topology: topology.declarations)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { await publisher.run() }
            for await state in publisher.states() where state == .ready { break }
            for message in messages {
                try await publisher.publish(
                    message, exchange: exchange, routingKey: routingKey, within: .seconds(30))
            }
            tasks.cancelAll()
        }
    }

    /// Makes the queues, for a test in which no process has made them yet.
    func declare() async throws {
        try await queues.declare(topology.declarations)
    }

    /// Puts messages aside as a worker does.
    func deadLetter(_ messages: [AMQPMessage]) async throws {
        try await declare()
        let dead = messages.map { message in
            var message = message
            message.headers = [
                MessageHeader.reason: "out-of-tries", MessageHeader.firstError: "status-503",
                MessageHeader.lastError: "throttled",
            ]
            return message
        }
        try await publish(dead, to: "", routingKey: topology.dead)
    }

    /// A request as the documentation describes it.
    static func request(_ id: VerificationID, _ phone: String, app: String = app) -> AMQPMessage {
        let body = #"{"verificationId":"\#(id)","app":"\#(app)","phoneNumber":"\#(phone)"}"#
        return AMQPMessage(
            body: Array(body.utf8), contentType: "application/json", type: "verification.request.v1",
            messageID: id.description, appID: app)
    }

    /// A UUIDv7 as a backend makes it, now or so many seconds ago.
    static func makeID(secondsAgo: Double = 0) -> VerificationID {
        let milliseconds = UInt64((Date().timeIntervalSince1970 - secondsAgo) * 1_000)
        return VerificationID(
            high: milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0xFFF),
            low: 0b10 << 62 | UInt64.random(in: 0..<1 << 62))
    }

    /// Takes all dead messages, once there are so many.
    func takeDead(_ count: Int) async throws -> [AMQPMessage] {
        try await eventually("\(count) dead messages") {
            try await self.dead() >= count
        }
        var messages: [AMQPMessage] = []
        while let delivery = try await queues.get(queue: topology.dead) {
            try await queues.acknowledge(delivery)
            messages.append(delivery.message)
        }
        return messages
    }

    /// Takes all dead messages, once there are so many, and returns the reasons, sorted.
    func takeReasons(_ count: Int) async throws -> [String] {
        try await takeDead(count).map { $0.headers[MessageHeader.reason]?.stringValue ?? "none" }.sorted()
    }
}
