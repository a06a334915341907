import StrictJSON
import Testing
import VerificationCore

@Suite("An event on the queue")
struct EventCodecTests {
    private func event(_ kind: EventKind = .sent, metadata: [String: String] = [:]) throws -> AppEvent {
        AppEvent(
            app: try #require(AppID("shop")), verification: VerificationID(high: 0x7000, low: 0b10 << 62), sequence: 7,
            kind: kind, status: .pending, reason: "busy", message: 2, language: "de", metadata: metadata,
            at: Timestamp(seconds: 1_700_000_000))
    }

    @Test("says all that an app needs, and is read as it was written", arguments: EventKind.allCases)
    func body(kind: EventKind) throws {
        let event = try event(kind, metadata: ["b": "2", "a": "\"\u{1}"])
        let body = EventCodec.encode(event)
        let json = try JSONValue(parsing: body)
        #expect(json["type"]?.string == kind.rawValue && kind.rawValue.hasPrefix("verification."))
        #expect(json["timestamp"]?.string == event.at.rfc3339)
        #expect(json["data"]?["metadata"]?["a"]?.string == "\"\u{1}")
        #expect(body == EventCodec.encode(event), "every try posts the same bytes")
        let queued = try EventCodec.decode(delivery(body))
        #expect(queued.id == event.id && queued.app == event.app && queued.at == event.at && queued.body == body)
    }

    @Test("leaves out what there is not")
    func empty() throws {
        let event = AppEvent(
            app: try #require(AppID("shop")), verification: VerificationID(high: 0x7000, low: 0b10 << 62), sequence: 1,
            kind: .approved, status: .approved, at: Timestamp(seconds: 0))
        let data = try #require(try JSONValue(parsing: EventCodec.encode(event))["data"])
        for member in ["reason", "messageNumber", "languageCode"] { #expect(data[member] == nil) }
        #expect(data["metadata"] != nil)
    }

    @Test("of an approval names the request through which the code came, and keeps its own id")
    func joined() throws {
        let (first, second) = (
            VerificationID(high: 0x7000, low: 0b10 << 62), VerificationID(high: 0x7000, low: 0b10 << 62 | 1)
        )
        let event = AppEvent(
            app: try #require(AppID("shop")), verification: first, request: second, sequence: 3, kind: .approved,
            status: .approved, metadata: ["session": "B"], at: Timestamp(seconds: 0))
        let body = EventCodec.encode(event)
        let data = try #require(try JSONValue(parsing: body)["data"])
        #expect(data["verificationId"]?.string == "\(second)" && data["joined"]?.string == "\(first)")
        #expect(try event.id == "evt_\(first)_3" && EventCodec.decode(delivery(body)).id == event.id)
        #expect(try JSONValue(parsing: EventCodec.encode(try self.event(.approved)))["data"]?["joined"] == nil)
    }

    @Test("cannot be read when it is cut anywhere, or has another type, and the reason is told")
    func foreign() throws {
        let body = EventCodec.encode(try event())
        for length in 0..<body.count {
            let letter = #expect(throws: DeadLetter.self) { try EventCodec.decode(delivery(body.prefix(length))) }
            #expect(letter?.reason == .notJSON)
        }
        for type in ["verification.event.v2", "verification.request.v1", nil] {
            #expect(throws: DeadLetter(.unknownType)) { try EventCodec.decode(delivery(body, type: type)) }
        }
        let spaces = Array(repeating: UInt8(ascii: " "), count: EventCodec.largestBody)
        #expect(throws: DeadLetter(.tooLarge)) { try EventCodec.decode(delivery(body + spaces)) }
    }

    @Test(
        "of a later version is told by the member that is wrong, which is never quoted",
        arguments: [
            (#"{}"#, "timestamp: missing"), (#"{"timestamp":"soon"}"#, "timestamp: malformed"),
            (#"{"timestamp":"2026-01-01T00:00:00Z"}"#, "data: missing"),
            (#"{"timestamp":"2026-01-01T00:00:00Z","data":[]}"#, "data: wrong-type"),
            (#"{"timestamp":"2026-01-01T00:00:00Z","data":{"app":"A"}}"#, "app: malformed"),
            (
                #"{"timestamp":"2026-01-01T00:00:00Z","data":{"app":"a","verificationId":"7"}}"#,
                "verificationId: malformed"
            ),
        ])
    func members(body: String, detail: String) {
        let letter = #expect(throws: DeadLetter.self) { try EventCodec.decode(delivery(Array(body.utf8))) }
        #expect(letter == DeadLetter(.invalidMember, detail: detail))
    }

    private func delivery(_ body: some Sequence<UInt8>, type: String? = EventCodec.messageType) -> JobDelivery {
        var properties = JobDelivery.Properties()
        properties.type = type
        return JobDelivery(body: Array(body), properties: properties, handle: 0)
    }

    @Test("a call is signed by every secret that the receiver may know")
    func signatures() throws {
        let secrets = ["whsec_" + String(repeating: "A", count: 32), "whsec_" + String(repeating: "B", count: 32)]
        let signatures = secrets.compactMap { WebhookSignature(secret: $0) }
        let now = Timestamp(seconds: 1_700_000_000)
        let call = EventCall(id: "evt_1", body: [1, 2], url: "https://a.b/", signatures: signatures, now: now)
        let headers = Dictionary(call.headers.map { ($0.name, $0.value) }) { $1 }
        let header = try #require(headers["webhook-signature"])
        for signature in signatures {
            #expect(signature.accepts(header, id: "evt_1", timestamp: "1700000000", body: [1, 2], now: now))
        }
        #expect(headers["webhook-id"] == "evt_1" && headers["webhook-timestamp"] == "1700000000")
        #expect(!"\(call)".contains("a.b"))
    }

    @Test("an endpoint's secret opens for its app only, and an old one signs for a day")
    func secrets() throws {
        let ring = try KeyRing("k:\(Base64.encodeForURL(Array(repeating: 7, count: 32)))")
        let (shop, other) = (try #require(AppID("shop")), try #require(AppID("other")))
        let sealed = try #require(ring.seal(endpointSecret: "whsec_1", of: shop))
        #expect(ring.open(endpointSecret: sealed, of: shop) == "whsec_1")
        #expect(ring.open(endpointSecret: sealed, of: other) == nil)
        let next = try #require(ring.seal(endpointSecret: "whsec_2", of: shop))
        let now = Timestamp(seconds: 1_700_000_000)
        let endpoint = EventEndpoint(url: "https://secret.example/", secret: sealed).rotated(to: next, at: now)
        #expect(endpoint.secrets(at: now) == [next, sealed])
        #expect(endpoint.secrets(at: now + .seconds(86_399)) == [next, sealed])
        #expect(endpoint.secrets(at: now + .seconds(86_400)) == [next])
        #expect(!"\(endpoint)".contains("secret.example"))
    }
}
