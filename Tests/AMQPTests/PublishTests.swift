import Foundation
import TestSupport
import Testing

@testable import AMQP

extension BrokerTests {
    @Suite("Publishing")
    struct PublishTests {
        @Test("a message arrives with its body, every property and every kind of header")
        func roundTrip() async throws {
            let message = AMQPMessage(
                body: Array("héllo\0".utf8), contentType: "application/json", type: "test.v1", messageID: "id-1",
                correlationID: "c-1", replyTo: "somewhere", appID: "demo", timestamp: 1_700_000_000,
                expiration: "600000",
                headers: [
                    "string": "ü", "integer": -7, "boolean": true, "double": .double(1.5), "null": .null,
                    "timestamp": .timestamp(1_700_000_001), "table": .table(["inner": .array([1, "two"])]),
                ])
            try await withQueue(arguments: [:]) { queue, _, client in
                let publisher = AMQPPublisher(try Broker.configuration())
                try await running(publisher) {
                    try await publisher.publish(message, exchange: "", routingKey: queue, within: Broker.patience)
                }
                let delivery = try #require(try await client.get(queue: queue))
                #expect(delivery.message == message)
                #expect(delivery.routingKey == queue && delivery.exchange.isEmpty && !delivery.isRedelivered)
                #expect(delivery.bodySize == 7 && !delivery.isTruncated)
                try await client.acknowledge(delivery)
            }
        }

        @Test("an empty message without any property arrives as such")
        func empty() async throws {
            try await withQueue(arguments: [:]) { queue, _, client in
                let publisher = AMQPPublisher(try Broker.configuration())
                let message = AMQPMessage(body: [], isPersistent: false)
                try await running(publisher) {
                    try await publisher.publish(message, exchange: "", routingKey: queue, within: Broker.patience)
                }
                #expect(try await client.get(queue: queue)?.message == message)
            }
        }

        @Test("a mandatory message that no queue wants is returned, and its neighbours are not")
        func returned() async throws {
            try await withQueue { queue, _, client in
                let publisher = AMQPPublisher(try Broker.configuration())
                try await running(publisher) {
                    let outcomes = await outcomes(of: 60) { number throws(AMQPError) in
                        try await publisher.publish(
                            AMQPMessage(body: [1], messageID: "\(number)"), exchange: "",
                            routingKey: number.isMultiple(of: 3) ? "no-such-queue" : queue,
                            within: Broker.patience)
                    }
                    for (number, error) in outcomes {
                        #expect(error?.code == (number.isMultiple(of: 3) ? .returned : nil))
                    }
                    #expect(outcomes.count == 60)
                }
                #expect(try await client.inspect(queue: queue)?.messages == 40)
            }
        }

        @Test("without mandatory the broker drops what no queue wants, and confirms it")
        func notMandatory() async throws {
            let publisher = AMQPPublisher(try Broker.configuration())
            try await running(publisher) {
                try await publisher.publish(
                    AMQPMessage(body: []), exchange: "", routingKey: "no-such-queue", isMandatory: false,
                    within: Broker.patience)
            }
        }

        @Test("a queue that is full and rejects publishers makes the publish nacked")
        func nacked() async throws {
            let arguments: [String: AMQPFieldValue] = ["x-max-length": 1, "x-overflow": "reject-publish"]
            try await withQueue(arguments: arguments) { queue, _, _ in
                let publisher = AMQPPublisher(try Broker.configuration())
                try await running(publisher) {
                    try await publisher.publish(
                        AMQPMessage(body: [1]), exchange: "", routingKey: queue, within: Broker.patience)
                    let error = await #expect(throws: AMQPError.self) {
                        try await publisher.publish(
                            AMQPMessage(body: [2]), exchange: "", routingKey: queue, within: Broker.patience)
                    }
                    #expect(error?.code == .nacked && error?.publishOutcome == .notEnqueued)
                }
            }
        }

        @Test("a connection on which a full queue takes nothing is made anew, and takes its messages when it has room")
        func fullForLong() async throws {
            let arguments: [String: AMQPFieldValue] = ["x-max-length": 1, "x-overflow": "reject-publish"]
            try await withQueue(arguments: arguments) { queue, _, client in
                let publisher = AMQPPublisher(try Broker.configuration())
                try await running(publisher) {
                    let publish = { (body: [UInt8]) async throws(AMQPError) in
                        try await publisher.publish(
                            AMQPMessage(body: body), exchange: "", routingKey: queue, within: Broker.patience)
                    }
                    try await publish([1])
                    let error = await #expect(throws: AMQPError.self) { try await publish([2]) }
                    #expect(error?.code == .nacked)
                    // No further message is needed for it.
                    var states = publisher.states().makeAsyncIterator()
                    while case .ready? = await states.next() {}
                    while let state = await states.next(), state != .ready {}
                    let first = try #require(try await client.get(queue: queue))
                    try await client.acknowledge(first)
                    try await publish([3])
                }
            }
        }

        @Test("many tasks at once, far more than the window, each get their own answer")
        func many() async throws {
            try await withQueue { queue, _, client in
                let publisher = AMQPPublisher(try Broker.configuration(), window: 16)
                try await running(publisher) {
                    let outcomes = await outcomes(of: 2000) { number throws(AMQPError) in
                        try await publisher.publish(
                            AMQPMessage(body: [], messageID: "\(number)"), exchange: "", routingKey: queue,
                            within: Broker.patience)
                    }
                    #expect(outcomes.count == 2000 && outcomes.values.allSatisfy { $0 == nil })
                }
                #expect(try await client.inspect(queue: queue)?.messages == 2000)
            }
        }

        @Test("before the connection and after the end of run, a publish is refused at once")
        func notRunning() async throws {
            let publisher = AMQPPublisher(try Broker.configuration())
            let early = await #expect(throws: AMQPError.self) {
                try await publisher.publish(AMQPMessage(body: []), exchange: "", routingKey: "q")
            }
            #expect(early?.code == .notConnected)
            try await running(publisher) {}
            #expect(publisher.state == .closed)
            let late = await #expect(throws: AMQPError.self) {
                try await publisher.publish(AMQPMessage(body: []), exchange: "", routingKey: "q")
            }
            #expect(late?.code == .closed)
        }

        @Test("a question with direct reply-to gets its answer on the connection that asked")
        func directReply() async throws {
            try await withQueue { queue, _, client in
                let (replies, continuation) = AsyncStream.makeStream(of: AMQPDelivery.self)
                let publisher = AMQPPublisher(try Broker.configuration(), onReply: { continuation.yield($0) })
                try await running(publisher) {
                    let question = AMQPMessage(
                        body: [], correlationID: "42", replyTo: AMQPMessage.directReplyTo)
                    try await publisher.publish(question, exchange: "", routingKey: queue, within: Broker.patience)
                    let asked = try #require(try await client.get(queue: queue))
                    let address = try #require(asked.message.replyTo)
                    let answer = AMQPMessage(body: Array("yes".utf8), correlationID: asked.message.correlationID)
                    try await publisher.publish(
                        answer, exchange: "", routingKey: address, isMandatory: false, within: Broker.patience)
                    let reply = try await replies.reach { _ in true }
                    #expect(reply.message.correlationID == "42" && reply.message.body == Array("yes".utf8))
                }
            }
        }

        @Test("a wrong password is told as such, without the password, and is not retriable")
        func wrongPassword() async throws {
            let url = try #require(URLComponents(string: TestVariable.value(of: "AMQP_URL")))
            var wrong = url
            wrong.password = "sentinel"
            let publisher = AMQPPublisher(Broker.patient(try AMQPConfiguration(urls: try #require(wrong.string))))
            try await alongside({ await publisher.run() }) {
                let state = try await publisher.states().reach { $0 != .connecting(lastFailure: nil) }
                guard case .connecting(let failure?) = state else {
                    Issue.record("connected with a wrong password")
                    return
                }
                #expect(failure.code == .authenticationFailed && !failure.isRetriable)
                #expect(!"\(failure)".contains("sentinel"))
            }
        }

        @Test("a broker with small frames gets what fits, and refuses nobody else's message for one that does not")
        func smallFrames() async throws {
            try await withQueue { queue, _, client in
                var configuration = try Broker.configuration()
                configuration.frameSize = 4_096
                let publisher = AMQPPublisher(configuration)
                try await running(publisher) {
                    for (size, fits) in [(5_000, false), (1_900, true)] {
                        let message = AMQPMessage(
                            body: [UInt8](repeating: 7, count: 10_000),
                            headers: ["filling": .string(String(repeating: "x", count: size))])
                        let outcome = await outcomes(of: 1) { _ throws(AMQPError) in
                            try await publisher.publish(
                                message, exchange: "", routingKey: queue, within: Broker.patience)
                        }
                        #expect(outcome[0]??.code == (fits ? nil : .invalidMessage))
                    }
                    #expect(publisher.state == .ready)
                }
                #expect(try await client.get(queue: queue)?.message.body.count == 10_000)
            }
        }

        @Test("of a stranger's headers no more is kept than a memory of a thousand such messages can bear")
        func heavyHeaders() async throws {
            try await withQueue { queue, _, client in
                let publisher = AMQPPublisher(try Broker.configuration())
                let heavy = (0..<60).map { ("h\($0)", AMQPFieldValue.string(String(repeating: "x", count: 1_000))) }
                try await running(publisher) {
                    try await publisher.publish(
                        AMQPMessage(body: [1], headers: Dictionary(uniqueKeysWithValues: heavy)), exchange: "",
                        routingKey: queue, within: Broker.patience)
                }
                let headers = try #require(try await client.get(queue: queue)).message.headers
                #expect((1...17).contains(headers.count))
            }
        }

        @Test("the second node of a list is used when the first does not answer")
        func secondNode() async throws {
            let urls = "amqp://127.0.0.1:1,\(try TestVariable.value(of: "AMQP_URL"))"
            try await running(AMQPPublisher(Broker.patient(try AMQPConfiguration(urls: urls)))) {}
        }
    }
}
