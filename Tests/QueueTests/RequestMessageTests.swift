import AMQP
import Testing
import VerificationCore
import VerificationTesting

@testable import Queue

@Suite("a request as a message")
struct RequestMessageTests {
    @Test("carries the documented properties, and the phone number in its body only")
    func properties() throws {
        let request = try #require(VerificationRequest.sample(1))
        let context = try #require(
            TraceContext(
                traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "rojo=1"))
        var message = AMQPMessage(request, context: context)
        #expect(message.body == RequestCodec.encode(request))
        message.body = []
        #expect(
            message
                == AMQPMessage(
                    body: [], contentType: "application/json", type: "verification.request.v1",
                    messageID: request.id.description, appID: "demo", timestamp: 1_767_225_600,
                    headers: ["traceparent": .string(context.traceparent), "tracestate": "rojo=1"]))
        #expect(!"\(message)".contains(request.phone.e164.dropFirst()))
    }

    @Test("leaves the broker's history, its routing headers and our own words behind when it moves")
    func headersThatStay() {
        let left: [String: AMQPFieldValue] = [
            "x-death": "forged", "x-delivery-count": 7, "CC": .array(["verification.requests"]), "BCC": .array(["a"]),
            "verifyd-reason": "forged", "verifyd-first-error": "forged", "verifyd-last-error": "forged",
        ]
        let travelling: [String: AMQPFieldValue] = ["traceparent": "kept", "tenant": "kept"]
        let message = AMQPMessage(
            body: [1], correlationID: "7", replyTo: "r", isPersistent: false, expiration: "1",
            headers: left.merging(travelling) { old, _ in old })
        let moved = AMQPMessage(body: [1], correlationID: "7", replyTo: "r", headers: travelling)
        #expect(message.forAnotherTry(after: nil) == moved)
        #expect(message.forReplay == AMQPMessage(body: [1], headers: travelling))
        #expect(message.forAnotherTry(after: ErrorCode("refused")).headers["verifyd-first-error"] == "refused")
    }

    @Test("keeps our own words when its returns are counted anew, and leaves the broker's history behind")
    func renewed() {
        let kept: [String: AMQPFieldValue] = ["traceparent": "kept", "verifyd-tries": 3]
        let message = AMQPMessage(
            body: [1], correlationID: "7", replyTo: "r", timestamp: 7,
            headers: kept.merging(["x-delivery-count": 12, "CC": .array(["other"])]) { old, _ in old })
        #expect(
            message.renewed == AMQPMessage(body: [1], correlationID: "7", replyTo: "r", timestamp: 7, headers: kept))
    }

    @Test("takes along a stranger's headers up to 64 values, and beyond that only the trace context")
    func manyHeaders() {
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        func moved(_ values: Int) -> Set<String> {
            let table = Dictionary(uniqueKeysWithValues: (1..<values - 1).map { ("\($0)", AMQPFieldValue.null) })
            return Set(
                AMQPMessage(body: [], headers: ["traceparent": .string(parent), "nested": .table(table)])
                    .forAnotherTry(after: nil).headers.keys)
        }
        #expect(moved(64) == ["traceparent", "nested"])
        #expect(moved(65) == ["traceparent"])
    }

    @Test(
        "has a first error only if it comes from our retry queues",
        arguments: [
            (nil, "refused", false), ("verification.retry.5s", "refused", true),
            ("verification.retry.9s", "refused", true), ("verification.requests", "refused", false),
            ("other.retry.5s", "refused", false), ("verification.retry.5s", "two\nlines", false),
            ("verification.retry.5s", nil, false),
        ] as [(String?, String?, Bool)])
    func firstError(queue: String?, word: String?, isRead: Bool) {
        var headers: [String: AMQPFieldValue] = [:]
        headers["x-death"] = queue.map { .array(["garbage", .table(["queue": .string($0), "reason": "expired"])]) }
        headers["verifyd-first-error"] = word.map { .string($0) }
        let error = AMQPMessage(body: [], headers: headers).firstError(in: QueueTopology().kind(of: .requests))
        #expect(error == (isRead ? word.map(ErrorCode.init) : nil))
    }

    @Test(
        "was put off as often as our own header says, and never by a stranger's word",
        arguments: [
            ("verification.retry.5s", 3, 3), ("verification.retry.5s", -1, 0),
            ("verification.retry.5s", .max, 1_000_000),
            ("verification.requests", 3, 0), (nil, 3, 0), ("verification.retry.5s", nil, 0),
        ] as [(String?, Int64?, Int)])
    func putOffs(queue: String?, header: Int64?, count: Int) {
        var headers: [String: AMQPFieldValue] = [:]
        headers["x-death"] = queue.map { .array([.table(["queue": .string($0), "reason": "expired"])]) }
        headers["verifyd-put-offs"] = header.map { .integer($0) }
        let message = AMQPMessage(body: [], headers: headers)
        #expect(message.putOffs(in: QueueTopology().kind(of: .requests)) == count)
        #expect(message.forAnotherTry(after: nil, putOffs: 4).headers["verifyd-put-offs"] == 4)
        #expect(message.forAnotherTry(after: nil).headers["verifyd-put-offs"] == nil, "a try begins the count anew")
        #expect(message.forReplay.headers["verifyd-put-offs"] == nil)
    }

    @Test("keeps the broker's user who published it on its way through the retry queues, and takes no stranger's word")
    func publisher() {
        let kind = QueueTopology().kind(of: .requests)
        var first = AMQPMessage(body: [1])
        first.userID = "shop"
        var retried = first.forAnotherTry(after: nil, publisher: first.publisher(in: kind))
        // RabbitMQ lets a worker name no other user than its own, so a copy names none.
        retried.userID = nil
        #expect(retried.publisher(in: kind) == nil, "any publisher may write this header")
        retried.headers["x-death"] = .array([.table(["queue": "verification.retry.5s", "reason": "expired"])])
        #expect(retried.publisher(in: kind) == "shop")
        let dead = retried.forDead(
            DeadLetter(.outOfTries), from: .requests, after: nil, by: retried.publisher(in: kind),
            at: Timestamp(seconds: 1_767_225_600), originalSize: 1)
        #expect(dead.headers["verifyd-publisher"] == "shop")
        #expect(dead.forReplay.headers["verifyd-publisher"] == nil)
    }

    @Test("says in its headers why and when it was dead-lettered, and how long it was if it was cut")
    func deadHeaders() {
        let message = AMQPMessage(body: [1, 2], correlationID: "7", replyTo: "r", expiration: "1")
        let moment = Timestamp(seconds: 1_767_225_600)
        let cut = message.forDead(
            DeadLetter(.tooLarge), from: .receipts, after: ErrorCode("refused"), at: moment, originalSize: 9)
        #expect(
            cut
                == AMQPMessage(
                    body: [1, 2],
                    headers: [
                        "verifyd-kind": "receipts", "verifyd-reason": "too-large",
                        "verifyd-dead-at": "2026-01-01T00:00:00.000Z",
                        "verifyd-original-size": 9, "verifyd-first-error": "refused",
                        "verifyd-last-error": "too-large",
                    ]))
        let letter = DeadLetter(.invalidMember, detail: "app: missing")
        let whole = message.forDead(letter, from: nil, after: nil, at: moment, originalSize: 2)
        #expect(whole.headers["verifyd-detail"] == "app: missing")
        #expect(whole.headers["verifyd-first-error"] == "app: missing")
        #expect(whole.headers["verifyd-last-error"] == "app: missing")
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
