import Testing

@testable import AMQP

@Suite("AMQP errors")
struct AMQPErrorTests {
    @Test("only an unconfirmed message can be in a queue all the same")
    func outcome() {
        #expect(AMQPError(.unconfirmed, context: "").publishOutcome == .unknown)
        let certain: [AMQPError.Code] = [
            .notConnected, .blocked, .closed, .returned, .nacked, .notSent, .invalidMessage,
        ]
        for code in certain { #expect(AMQPError(code, context: "").publishOutcome == .notEnqueued) }
    }

    @Test("what passes by itself is retriable, what somebody has to change is not")
    func retriable() {
        for code: AMQPError.Code in [.notConnected, .blocked, .unconfirmed, .timedOut, .refusedByBroker(320)] {
            #expect(AMQPError(code, context: "").isRetriable)
        }
        for code: AMQPError.Code in [.closed, .authenticationFailed, .tlsFailed, .refusedByBroker(406)] {
            #expect(!AMQPError(code, context: "").isRetriable)
        }
    }

    @Test(
        "what does not fit the protocol is refused before a byte is written",
        arguments: [
            AMQPMessage(body: [], messageID: String(repeating: "m", count: 256)),
            AMQPMessage(body: [], headers: [String(repeating: "k", count: 256): 1]),
            AMQPMessage(body: [], headers: ["big": .string(String(repeating: "v", count: 65_536))]),
            AMQPMessage(body: [], headers: ["deep": (0..<20).reduce(.null) { inner, _ in .array([inner]) }]),
        ])
    func limits(message: AMQPMessage) throws {
        let error = try #require(throws: AMQPError.self) {
            try MessageLimits.check(message, exchange: "", routingKey: "", frameSize: 131_072)
        }
        #expect(error.code == .invalidMessage)
        #expect(!"\(error)".contains("mmm") && !"\(error)".contains("kkk") && !"\(error)".contains("vvv"))
    }

    @Test("a routing key over 255 bytes is refused, one of 255 bytes is not")
    func routingKey() throws {
        let message = AMQPMessage(body: [])
        try MessageLimits.check(
            message, exchange: "", routingKey: String(repeating: "k", count: 255), frameSize: 131_072)
        #expect(throws: AMQPError.self) {
            try MessageLimits.check(
                message, exchange: "", routingKey: String(repeating: "k", count: 256), frameSize: 131_072)
        }
    }
}
