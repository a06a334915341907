import AMQP
import Queue
import StrictJSON
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

    @Test("the same message a thousand times is one SMS, whatever its redelivered flag says")
    func repeated() async throws {
        try await withSite { site in
            var message = ForeignMessage.request(phone)
            message.times = 1_000
            for _ in 1...2 { _ = try await site.worker() }
            try await PythonProducer.publish([message], to: site.topology.exchange)
            #expect(try await site.endedMessages() == ["accepted"])
            try await site.expectDrainedInTheEnd()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("what is no request is dead-lettered at first sight with the reason, and the worker goes on")
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
            site.expectNotLogged(bad.compactMap(\.message.messageID) + [Self.rawText])
        }
    }

    @Test("a body up to the limit is served, and one byte more is dead-lettered, with sizes at a frame's border too")
    func sizes() async throws {
        try await withSite { site in
            let sizes = [65_536, 65_537, 131_063, 131_064, 131_065, 1_048_576]
            let messages = sizes.map { size in
                var message = ForeignMessage.request(phone)
                message.size = size
                return message
            }
            _ = try await site.worker()
            try await PythonProducer.publish(messages, to: site.topology.exchange)
            try await site.ledger.sms(atLeast: 1)
            let dead = try await site.takeDead(5)
            // A worker handles messages side by side, so it puts them aside in any order.
            #expect(
                dead.map { message in
                    sizes.first { message.headers[MessageHeader.originalSize] == .integer(Int64($0)) } ?? 0
                }.sorted() == Array(sizes.dropFirst()))
            #expect(dead.allSatisfy { $0.headers[MessageHeader.reason] == "too-large" && $0.body.count <= 65_536 })
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test(
        "of odd properties the harmless are served and the others dead-lettered; what expired in the queue is never sent"
    )
    func oddProperties() async throws {
        try await withSite { site in
            let phones = Site.phones(8)
            let late = ForeignMessage.request(phones[0]).with("expiration", "1")
            try await site.declare()
            try await PythonProducer.publish([late], to: site.topology.exchange)
            #expect(try await site.takeReasons(1) == ["none"])
            let odd = [
                ForeignMessage.request(phones[1]).with("delivery_mode", 1),
                ForeignMessage.request(phones[2]).with("content_type", nil),
                ForeignMessage.request(phones[3]).with("priority", 255).with("timestamp", 0),
                ForeignMessage.request(phones[4]).with("content_encoding", "utf-16"),
                ForeignMessage.request(phones[5]).with("reply_to", .string(site.topology.dead)),
                ForeignMessage(body: utf16(ForeignMessage.request(phones[6]).body)),
                ForeignMessage.request(phones[7]).with("content_type", "text/xml"),
            ]
            _ = try await site.worker()
            try await PythonProducer.publish(odd, to: site.topology.exchange)
            try await site.ledger.sms(atLeast: 5)
            #expect(try await site.takeReasons(2) == ["not-json", "wrong-content-type"])
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: Array(phones[1...5])))
        }
    }

    @Test("headers by the thousand, tables as deep as a frame, and a forged history change nothing")
    func forgedHeaders() async throws {
        try await withSite { site in
            let phones = Site.phones(6)
            var messages = phones.map { ForeignMessage.request($0) }
            messages[0].manyHeaders = 1_000
            for (index, depth) in [100, 1_000, 18_000].enumerated() {
                messages[1 + index].headers = ["depth": .integer(Int64(depth))]
            }
            messages[4].headers = [
                "x-delivery-count": 1_000_000, "x-first-death-reason": "delivery_limit",
                "x-death": [
                    ["queue": .string(site.topology.requests), "reason": "delivery_limit", "count": 1_000_000]
                ],
            ]
            messages[5].headers = ["CC": [.string(site.topology.requests)], "verifyd-reason": "not-json"]
            _ = try await site.worker()
            try await PythonProducer.publish(messages, to: site.topology.exchange)
            try await site.ledger.sms(atLeast: 6)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a message of a verification that has ended, or of another's, sends nothing")
    func knownIDs() async throws {
        try await withSite { site in
            _ = try await site.run(["apps", "add", "other", "--name", "Other", "--regions", "all"])
            let api = try await site.api().caller
            _ = try await site.worker()
            let id = Site.makeID()
            let exchange = site.topology.exchange
            try await PythonProducer.publish([.request(phone, id: id)], to: exchange)
            let code = try await site.ledger.sms(atLeast: 1)[0].code
            try await site.endedMessages()
            #expect(try await api.check(id.description, code).status == 200)

            var again = ForeignMessage.request(phone, id: id)
            again.times = 3
            let strangers = [
                ForeignMessage.request(Site.phones(2)[1], id: id), ForeignMessage.request(phone, id: id, app: "other"),
            ]
            try await PythonProducer.publish([again] + strangers, to: exchange)
            #expect(try await site.takeReasons(2) == ["id-reused", "id-reused"])
            #expect(try await api.show(id.description)["status"] == "approved")
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a language for which there is no text falls back to the app's")
    func unknownLanguage() async throws {
        try await withSite { site in
            let phones = Site.phones(3)
            let languages: [JSONValue] = ["tlh-Latn", "x-klingon", "en"]
            _ = try await site.worker()
            try await PythonProducer.publish(
                zip(phones, languages).map { .request($0, ["languageCode": $1]) }, to: site.topology.exchange)
            let sms = try await site.ledger.sms(atLeast: 3)
            #expect(Set(sms.map { $0.text.replacing($0.code, with: "CODE") }).count == 1)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a message that says at first sight that it was delivered before is sent all the same")
    func redeliveredAtFirstSight() async throws {
        try await withSite { site in
            try await site.declare()
            try await PythonProducer.publish([.request(phone)], to: site.topology.exchange)
            let taken = try #require(try await site.queues.get(queue: site.topology.requests))
            try await site.queues.reject(taken, requeue: true)
            _ = try await site.worker()
            try await site.ledger.sms(atLeast: 1)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phone]))
        }
    }

    @Test("a message past its deadline is expired and not sent, however it tells the time")
    func late() async throws {
        try await withSite { site in
            let phones = Site.phones(5)
            let past: JSONValue = "2001-01-01T00:00:00Z"
            let messages = [
                ForeignMessage.request(phones[0], id: Site.makeID(secondsAgo: 3_600)),
                .request(phones[1], ["deadline": past]),
                .request(phones[2], ["requestedAt": past]),
                .request(phones[3], id: Site.makeID(secondsAgo: 800_000_000)),
            ]
            _ = try await site.worker()
            try await PythonProducer.publish(messages + [.request(phones[4])], to: site.topology.exchange)
            try await site.ledger.sms(atLeast: 1)
            try await site.expectDrained()
            #expect(try await site.verificationStatuses() == ["expired": 4, "pending": 1])
            #expect(site.ledger.hasOneSMS(for: [phones[4]]))
        }
    }

    /// A text in every place that a log could echo.
    private static let rawText = "<script>raw</script>%s%n"

    /// The message id says what is wrong.
    private static func badMessages(_ phone: String) -> [(message: AMQPMessage, reason: String)] {
        let good = Site.request(Site.makeID(), phone)
        func bad(_ name: String, _ body: [UInt8], type: String? = "verification.request.v1") -> AMQPMessage {
            AMQPMessage(
                body: body, contentType: "application/json", type: type, messageID: "raw: \(name)", appID: rawText)
        }
        func bad(_ name: String, _ member: String) -> AMQPMessage {
            bad(name, Array(String(decoding: good.body, as: UTF8.self).replacing("{", with: "{\(member),").utf8))
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
            (bad("no id", Array(#"{"app":"\#(Site.app)","phoneNumber":"\#(phone)"}"#.utf8)), "invalid-member"),
            (bad("an id twice", #""verificationId":"\#(rawText)""#), "not-json"),
            (bad("a language that is none", #""languageCode":"../\#(rawText)""#), "invalid-member"),
            (bad("a deadline that is none", #""deadline":"\#(rawText)""#), "invalid-member"),
            (bad("an unknown type", good.body, type: rawText), "unknown-type"),
            (bad("unknown app", Site.request(Site.makeID(), phone, app: "nobody")), "unknown-app"),
        ]
    }
}

private func utf16(_ text: [UInt8]) -> [UInt8] {
    String(decoding: text, as: UTF8.self).utf16.flatMap {
        [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
}
