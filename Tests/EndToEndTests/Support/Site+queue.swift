import AMQP
import FoundationEssentials
import RequestQueue
import VerificationCore

extension Site {
    /// Publishes messages where producers do, as a program that is not ours.
    func publish(_ messages: [AMQPMessage]) async throws {
        let publisher = AMQPPublisher(broker, topology: topology.declarations)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { await publisher.run() }
            for await state in publisher.states() where state == .ready { break }
            for message in messages {
                try await publisher.publish(
                    message, exchange: topology.exchange, routingKey: QueueTopology.requestKey, within: .seconds(30))
            }
            tasks.cancelAll()
        }
    }

    /// The documented message.
    static func request(_ id: VerificationID, _ phone: String, app: String = app) -> AMQPMessage {
        let body = #"{"verificationId":"\#(id)","app":"\#(app)","phoneNumber":"\#(phone)"}"#
        return AMQPMessage(
            body: Array(body.utf8), contentType: "application/json", type: "verification.request.v1",
            messageID: id.description, appID: app)
    }

    /// A UUIDv7 as a foreign producer makes it.
    static func makeID() -> VerificationID {
        let milliseconds = UInt64(Date().timeIntervalSince1970 * 1_000)
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
}
