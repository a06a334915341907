import AMQP
import Testing
import VerificationCore
import VerificationTesting

@testable import RequestQueue

@Suite("a request as a message")
struct RequestMessageTests {
    @Test("carries the documented properties, and the phone number in its body only")
    func properties() throws {
        let request = try #require(VerificationRequest.sample(1))
        let context = try #require(TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"))
        var message = AMQPMessage(request, context: context)
        #expect(message.body == RequestCodec.encode(request))
        message.body = []
        #expect(
            message
                == AMQPMessage(
                    body: [], contentType: "application/json", type: "verification.request.v1",
                    messageID: request.id.description, appID: "demo", timestamp: 1_767_225_600,
                    headers: ["traceparent": .string(context.traceparent)]))
        #expect(!"\(message)".contains(request.phone.e164.dropFirst()))
    }

    @Test("leaves the broker's history, its routing headers and our own words behind when it moves")
    func headersThatStay() {
        let left: [String: AMQPFieldValue] = [
            "x-death": "forged", "x-delivery-count": 7, "CC": .array(["verification.requests"]), "BCC": .array(["a"]),
            "verifyd-reason": "forged",
        ]
        let travelling: [String: AMQPFieldValue] = ["traceparent": "kept", "tenant": "kept"]
        let message = AMQPMessage(
            body: [1], correlationID: "7", replyTo: "r", isPersistent: false, expiration: "1",
            headers: left.merging(travelling) { old, _ in old })
        #expect(
            message.forAnotherTry == AMQPMessage(body: [1], correlationID: "7", replyTo: "r", headers: travelling))
    }

    @Test("says in its headers why and when it was put aside, and how long it was if it was cut")
    func deadHeaders() {
        let message = AMQPMessage(body: [1, 2], correlationID: "7", replyTo: "r", expiration: "1")
        let moment = Timestamp(seconds: 1_767_225_600)
        let cut = message.forDead(DeadLetter(.tooLarge), at: moment, originalSize: 9)
        #expect(
            cut
                == AMQPMessage(
                    body: [1, 2],
                    headers: [
                        "verifyd-reason": "too-large", "verifyd-dead-at": "2026-01-01T00:00:00.000Z",
                        "verifyd-original-size": 9,
                    ]))
        let whole = message.forDead(DeadLetter(.invalidMember, detail: "app: missing"), at: moment, originalSize: 2)
        #expect(whole.headers["verifyd-detail"] == "app: missing")
        #expect(whole.headers["verifyd-original-size"] == nil)
    }

    @Test(
        "is answered only over direct reply-to",
        arguments: [
            (nil, false), ("amq.rabbitmq.reply-to", false), ("verification.requests", false),
            ("amq.rabbitmq.reply-to.g2dkABByYWJiaXQ=.abc==", true),
        ])
    func answerAddress(replyTo: String?, isAnswered: Bool) {
        #expect((AMQPMessage(body: [], replyTo: replyTo).answerAddress != nil) == isAnswered)
    }
}
