import AMQP
import RequestQueue
import Testing
import VerificationCore

/// What other programs put on the queue.
@Suite("a message from a stranger", .serialized, .timeLimit(.minutes(10)))
struct QueueMessageTests {
    private let phone = Site.phones(1)[0]

    @Test("a producer in Python publishes the documented message, and the person gets the SMS and is approved")
    func python() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            _ = try await site.worker()
            let id = try await PythonProducer.publish(app: Site.app, phone: phone, prefix: site.prefix)
            let sms = try await site.ledger.sms(atLeast: 1)[0]
            #expect(sms.phone == phone)
            let approval = try await api.check(id, sms.code)
            #expect(approval.status == 200)
            #expect(approval.id == id)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("the same message twenty times is one SMS")
    func repeated() async throws {
        try await withSite { site in
            let message = Site.request(Site.makeID(), phone)
            for _ in 1...2 { _ = try await site.worker() }
            try await site.publish(Array(repeating: message, count: 20))
            #expect(try await site.endedMessages() == ["accepted"])
            try await site.expectDrainedInTheEnd()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("what is no request is put aside at first sight with the reason, and the worker goes on")
    func bad() async throws {
        try await withSite { site in
            let bad = Self.badMessages(phone)
            _ = try await site.worker()
            try await site.publish(bad.map(\.message) + [Site.request(Site.makeID(), phone)])
            try await site.ledger.sms(atLeast: 1)
            let dead = try await site.takeDead(bad.count)
            let reasons = Dictionary(
                dead.map { ($0.messageID ?? "", $0.headers[MessageHeader.reason]?.stringValue ?? "none") }
            ) { "\($0) and \($1)" }
            #expect(reasons == Dictionary(uniqueKeysWithValues: bad.map { ($0.message.messageID ?? "", $0.reason) }))
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    /// The message id says what is wrong.
    private static func badMessages(_ phone: String) -> [(message: AMQPMessage, reason: String)] {
        let good = Site.request(Site.makeID(), phone)
        func bad(_ name: String, _ body: [UInt8], type: String? = "verification.request.v1") -> AMQPMessage {
            AMQPMessage(body: body, contentType: "application/json", type: type, messageID: name, appID: Site.app)
        }
        func bad(_ name: String, _ message: AMQPMessage) -> AMQPMessage { bad(name, message.body) }
        return [
            (bad("random bytes", (0..<200).map { _ in UInt8.random(in: 0x80...0xFF) }), "not-json"),
            (bad("nothing", []), "not-json"),
            (bad("half of one", Array(good.body.prefix(40))), "not-json"),
            (bad("other JSON", Array(#"[1,2,3]"#.utf8)), "not-json"),
            (bad("an empty object", Array("{}".utf8)), "invalid-member"),
            (bad("a megabyte", Array(repeating: 0x20, count: 1_048_576)), "too-large"),
            (bad("unknown version", good.body, type: "verification.request.v2"), "unknown-type"),
            (bad("unknown type", good.body, type: "invoice"), "unknown-type"),
            (bad("no type", good.body, type: nil), "unknown-type"),
            (bad("no phone number", Site.request(Site.makeID(), "+49 30 !")), "invalid-member"),
            (bad("no such number", Site.request(Site.makeID(), "+4900000")), "invalid-member"),
            (bad("unknown app", Site.request(Site.makeID(), phone, app: "nobody")), "unknown-app"),
        ]
    }
}
