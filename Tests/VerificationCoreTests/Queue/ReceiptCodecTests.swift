import Testing
import VerificationCore
import VerificationTesting

@Suite("Receipts as message bodies")
struct ReceiptCodecTests {
    @Test("receipts survive the way through the queue, with a reason and without, in every status")
    func roundTrip() throws {
        let receipts = DeliveryStatus.allCases.enumerated().map { GatewayReceipt.sample($0.offset, $0.element) }
        let bodies = ReceiptCodec.bodies(of: receipts)
        #expect(bodies.count == 1)
        #expect(try bodies.flatMap { try decode($0) } == receipts)
        #expect(ReceiptCodec.bodies(of: []).isEmpty)
    }

    @Test(
        "any number of receipts keeps its order, 32 in a message at most",
        arguments: [(1, 1), (32, 1), (33, 2), (64, 2), (65, 3), (500, 16)])
    func batches(count: Int, messages: Int) throws {
        let receipts = (1...count).map { GatewayReceipt.sample($0) }
        let bodies = ReceiptCodec.bodies(of: receipts)
        #expect(bodies.count == messages)
        #expect(try bodies.flatMap { try decode($0) } == receipts)
    }

    @Test("the largest message fits into the bound, whatever characters an id has")
    func largest() throws {
        let receipt = DeliveryReceipt(
            gatewayID: String(repeating: "\u{1}", count: 255), status: .undelivered,
            reason: String(repeating: "r", count: 40))
        let gateway = String(repeating: "g", count: 40)
        let receipts = Array(repeating: GatewayReceipt(gateway: gateway, receipt: receipt), count: 32)
        let body = try #require(ReceiptCodec.bodies(of: receipts).first)
        #expect(body.count <= ReceiptCodec.largestBody && body.count > 50_000)
        #expect(try decode(body) == receipts)
    }

    @Test("members that a later version adds are passed over")
    func unknownMembers() throws {
        let body =
            #"{"new":1,"receipts":[{"gateway":"main","id":"a","status":"delivered","at":7,"reason":null}]}"#
        #expect(
            try decode(Array(body.utf8)) == [
                GatewayReceipt(gateway: "main", receipt: DeliveryReceipt(gatewayID: "a", status: .delivered))
            ])
    }

    @Test(
        "what is wrong is named, and never quoted",
        arguments: [
            ("{}", "receipts: missing"), (#"{"receipts":{}}"#, "receipts: wrong-type"),
            (#"{"receipts":[]}"#, "receipts: malformed"), (#"{"receipts":[7]}"#, "receipts: wrong-type"),
            (Self.list(), "gateway: missing"), (Self.list(#""gateway":"A""#), "gateway: malformed"),
            (Self.list(#""gateway":7"#), "gateway: wrong-type"), (Self.list(#""gateway":"main""#), "id: missing"),
            (Self.list(#""gateway":"main","id":"""#), "id: malformed"),
            (Self.list(#""gateway":"main","id":"a""#), "status: missing"),
            (Self.list(#""gateway":"main","id":"a","status":"lost""#), "status: malformed"),
            (Self.list(#""gateway":"main","id":"a","status":"sent","reason":"Not So""#), "reason: malformed"),
            (Self.list(#""gateway":"main","id":"a","status":"sent","reason":"""#), "reason: malformed"),
            (Self.list(#""gateway":"main","id":"a","status":"sent","reason":1"#), "reason: wrong-type"),
        ])
    func wrong(body: String, detail: String) throws {
        let letter = #expect(throws: DeadLetter.self) { try decode(Array(body.utf8)) }
        #expect(letter == DeadLetter(.invalidMember, detail: detail))
    }

    @Test(
        "of a message of which some receipts cannot be read the others are read, and the rest is a message of its own")
    func rest() throws {
        func entry(_ number: Int, _ status: String) -> String {
            #"{"gateway":"main","id":"id-\#(number)","status":"\#(status)","at":\#(number)}"#
        }
        func body(_ entries: [String]) -> [UInt8] { Array(#"{"receipts":[\#(entries.joined(separator: ","))]}"#.utf8) }
        var properties = JobDelivery.Properties()
        properties.type = ReceiptCodec.messageType
        let entries = (1...32).map { entry($0, [7, 20].contains($0) ? "read-by-phone" : "delivered") }
        let content = try ReceiptCodec.decode(
            JobDelivery(body: body(entries), properties: properties, handle: 0))
        #expect(content.receipts == (1...32).filter { ![7, 20].contains($0) }.map { .sample($0) })
        let rest = try #require(content.rest)
        #expect(rest.letter == DeadLetter(.invalidMember, detail: "status: malformed"))
        #expect(rest.body == body([entries[6], entries[19]]), "nothing of it is lost")
        #expect(throws: rest.letter) { try decode(rest.body) }
    }

    @Test("an id may have 255 bytes, a reason 40, and a message 32 receipts")
    func edges() throws {
        func body(id: Int, reason: Int, count: Int) -> [UInt8] {
            let entry =
                #"{"gateway":"main","id":"\#(String(repeating: "i", count: id))","status":"sent","#
                + #""reason":"\#(String(repeating: "r", count: reason))"}"#
            return Array(#"{"receipts":[\#(Array(repeating: entry, count: count).joined(separator: ","))]}"#.utf8)
        }
        #expect(try decode(body(id: 255, reason: 40, count: 32)).count == 32)
        for (wrong, detail) in [
            (body(id: 256, reason: 1, count: 1), "id: malformed"),
            (body(id: 1, reason: 41, count: 1), "reason: malformed"),
            (body(id: 1, reason: 1, count: 33), "receipts: too-long"),
        ] {
            let letter = #expect(throws: DeadLetter.self) { try decode(wrong) }
            #expect(letter?.detail == detail)
        }
    }

    @Test("a message of another type, another content or another size is dead-lettered unread")
    func envelope() throws {
        let body = try #require(ReceiptCodec.bodies(of: [.sample(1)]).first)
        let cases: [(DeadLetter.Reason, (inout JobDelivery.Properties) -> Void)] = [
            (.unknownType, { $0.type = RequestCodec.messageType }), (.unknownType, { $0.type = nil }),
            (.wrongContentType, { $0.contentType = "text/plain" }), (.tooLarge, { $0.isTooLarge = true }),
        ]
        for (reason, change) in cases {
            let letter = #expect(throws: DeadLetter.self) { try decode(body, change) }
            #expect(letter?.reason == reason)
        }
        let spaces = Array(repeating: UInt8(ascii: " "), count: ReceiptCodec.largestBody - body.count)
        #expect(try decode(body + spaces) == [.sample(1)])
        let tooLarge = #expect(throws: DeadLetter.self) { try decode(body + spaces + [UInt8(ascii: " ")]) }
        #expect(tooLarge?.reason == .tooLarge)
    }

    @Test("bytes that are no receipts are dead-lettered, and never stop a worker")
    func noise() {
        var random = SeededRandom(seed: 7)
        let whole = ReceiptCodec.bodies(of: [.sample(1), .sample(2, .failed)])[0]
        for _ in 0..<2_000 {
            var body = whole
            body[Int.random(in: 0..<body.count, using: &random)] = .random(in: 0...255, using: &random)
            body.removeLast(Int.random(in: 0...3, using: &random))
            // Every result is good but a crash, and receipts that cannot be stored.
            let receipts = (try? decode(body)) ?? []
            #expect(receipts.allSatisfy { (1...255).contains($0.receipt.gatewayID.utf8.count) })
        }
    }

    private static func list(_ members: String = "") -> String { #"{"receipts":[{\#(members)}]}"# }

    private func decode(
        _ body: [UInt8], _ change: (inout JobDelivery.Properties) -> Void = { _ in }
    ) throws(DeadLetter) -> [GatewayReceipt] {
        var properties = JobDelivery.Properties()
        properties.type = ReceiptCodec.messageType
        properties.contentType = ReceiptCodec.contentType
        change(&properties)
        return try ReceiptCodec.decode(JobDelivery(body: body, properties: properties, handle: 0)).receipts
    }
}
