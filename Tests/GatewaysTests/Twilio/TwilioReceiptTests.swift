import Crypto
import FoundationEssentials
import Gateways
import Testing
import VerificationCore

/// The signatures are those of Twilio's own `RequestValidator` (Python, 9.13.0).
@Suite("Twilio's receipts")
struct TwilioReceiptTests {
    private static let url = "https://verify.example.com/hooks/twilio/status?tenant=acme"
    private static let secret = Secret("12345678901234567890123456789012")
    private static let body = [
        "AccountSid=ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "ApiVersion=2010-04-01", "ErrorCode=30003",
        "From=%2B15005550006", "MessageSid=SMbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "MessageStatus=undelivered",
        "SmsSid=SMbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "SmsStatus=undelivered", "To=%2B4915112345678",
    ].joined(separator: "&")
    private static let signature = "cUyFXBsmvSDoPrbPk6PXgGzHumE="
    private static let receipt = DeliveryReceipt(
        gatewayID: "SMbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", status: .undelivered, reason: "error-30003")
    /// Repeated names, names of which a small letter comes first, an empty value, and letters beyond ASCII.
    private static let odd = [
        "b=2", "B=1", "MessageSid=SM1", "Media=y", "Media=x", "Media=y", "MessageStatus=delivered", "ChannelPrefix=",
        "Note=Gr%C3%BC%C3%9Fe+%26+mehr%3D1",
    ].joined(separator: "&")

    private func receipts(
        _ body: String = body, signature: String? = signature, url: String = url,
        reader: TwilioReceipts = TwilioReceipts(authToken: secret)
    ) throws(ReceiptError) -> [DeliveryReceipt] {
        let headers = [("Host", "evil.example.com")] + (signature.map { [("x-twilio-signature", $0)] } ?? [])
        return try reader.receipts(
            in: ReceiptCall(method: "POST", url: url, headers: headers, body: Array(body.utf8)),
            at: Timestamp(seconds: 1_767_323_045))
    }

    @Test("a signed callback is believed, as often as it comes")
    func signed() throws {
        for _ in 1...2 { #expect(try receipts() == [Self.receipt]) }
    }

    @Test("Twilio may sign the URL with its port or without")
    func ports() throws {
        #expect(try receipts(signature: "it22n29/C/+JCZfYTeeJsW2Xle0=") == [Self.receipt])
        let delivered = [DeliveryReceipt(gatewayID: "SM1", status: .delivered)]
        for (url, signatures) in [
            ("https://verify.example.com:8443/cb", ["ORO+MMKeNvAOuWTftTl7R22M55A=", "T94i6LMAtWglFGxSf4j5HNHvYVc="]),
            ("http://verify.example.com/cb", ["tZVX89m60dal7UEVUTeAWBYTkaQ=", "KHF0n0gvWgm/4/k7ruVNLXKYTYI="]),
            ("http://verify.example.com:80/cb", ["tZVX89m60dal7UEVUTeAWBYTkaQ=", "KHF0n0gvWgm/4/k7ruVNLXKYTYI="]),
        ] {
            for signature in signatures {
                #expect(try receipts(Self.odd, signature: signature, url: url) == delivered, "\(url)")
            }
        }
    }

    @Test("fields that Twilio may add are signed too, in any order, repeated or empty")
    func oddFields() throws {
        let delivered = [DeliveryReceipt(gatewayID: "SM1", status: .delivered)]
        #expect(try receipts(Self.odd, signature: "ACNckS71nLEVFBgacF4YP6KZQVs=") == delivered)
        let turned = Self.odd.split(separator: "&").reversed().joined(separator: "&")
        #expect(try receipts(turned, signature: "ACNckS71nLEVFBgacF4YP6KZQVs=") == delivered)
    }

    @Test("a shared key signs by its own method, which a call cannot choose")
    func sharedKey() throws {
        let reader = TwilioReceipts(sharedKey: Self.secret, method: .sha256)
        let signature = "1MQDhIikhvRkE+6Yg3dCur6K+YXhdkxPlT7hxzNHckI="
        #expect(try receipts(signature: signature, reader: reader) == [Self.receipt])
        #expect(throws: ReceiptError.forged) { try receipts(reader: reader) }
        #expect(throws: ReceiptError.forged) { try receipts(signature: signature) }
    }

    @Test("whatever byte was changed, the callback is forged")
    func changed() {
        for (body, signature, url) in [
            (Self.body.withEachByteChanged, [Self.signature], [Self.url]),
            ([Self.body], Self.signature.withEachByteChanged, [Self.url]),
            ([Self.body], [Self.signature], Self.url.withEachByteChanged),
        ].flatMap({ bodies, signatures, urls in
            bodies.flatMap { body in signatures.flatMap { signature in urls.map { (body, signature, $0) } } }
        }) {
            #expect(throws: ReceiptError.forged, "\(body) \(signature) \(url)") {
                try receipts(body, signature: signature, url: url)
            }
        }
    }

    @Test("a callback without a signature, by another key, or with fields left out is forged")
    func forged() {
        for signature in [nil, "", "x", Self.signature + "=", " " + Self.signature] {
            #expect(throws: ReceiptError.forged) { try receipts(signature: signature) }
        }
        #expect(throws: ReceiptError.forged) { try receipts(reader: TwilioReceipts(authToken: Secret("other"))) }
        for body in ["", Self.body + "&New=1", "%", "a=%zz", "a=%E2%82", "{}"] {
            #expect(throws: ReceiptError.forged) { try receipts(body) }
        }
    }

    // MARK: What a believed callback says

    private func signed(_ fields: KeyValuePairs<String, String>) throws(ReceiptError) -> [DeliveryReceipt] {
        let content = fields.sorted { $0.key < $1.key }.reduce(Self.url) { $0 + $1.key + $1.value }
        let key = SymmetricKey(data: Array("12345678901234567890123456789012".utf8))
        let code = HMAC<Insecure.SHA1>.authenticationCode(for: Array(content.utf8), using: key)
        let body = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return try receipts(body, signature: Data(code).base64EncodedString())
    }

    @Test(
        "each status is told in our words, with Twilio's number of a failure",
        arguments: [
            ("accepted", "", .queued, nil), ("scheduled", "", .queued, nil), ("queued", "", .queued, nil),
            ("sending", "", .sent, nil), ("sent", "0", .sent, nil), ("delivered", "", .delivered, nil),
            ("read", "", .delivered, nil), ("undelivered", "30003", .undelivered, "error-30003"),
            ("undelivered", "30005", .undelivered, "error-30005"), ("undelivered", "30004", .rejected, "error-30004"),
            ("undelivered", "30007", .rejected, "error-30007"), ("undelivered", "", .undelivered, nil),
            ("failed", "30008", .failed, "error-30008"), ("failed", "30036", .expired, "error-30036"),
            ("failed", "21610", .failed, "replied-stop"), ("failed", "x", .failed, nil),
            ("canceled", "", .rejected, nil),
        ] as [(String, String, DeliveryStatus, String?)])
    func statuses(word: String, error: String, status: DeliveryStatus, reason: String?) throws {
        let receipt = [DeliveryReceipt(gatewayID: "SM1", status: status, reason: reason)]
        #expect(try signed(["MessageSid": "SM1", "MessageStatus": word, "ErrorCode": error]) == receipt)
        if error.isEmpty { #expect(try signed(["MessageSid": "SM1", "SmsStatus": word]) == receipt) }
    }

    @Test("other words lead to no receipt", arguments: ["partially_delivered", "received", "receiving", "new", ""])
    func noReceipt(word: String) throws {
        #expect(try signed(["MessageSid": "SM1", "MessageStatus": word]).isEmpty)
    }

    @Test("a signed call that names no message, or no status, is unreadable")
    func unreadable() {
        for id in ["", String(repeating: "S", count: 256)] {
            #expect(throws: ReceiptError.unreadable) { try signed(["MessageSid": id, "MessageStatus": "sent"]) }
        }
        #expect(throws: ReceiptError.unreadable) { try signed(["MessageStatus": "sent"]) }
        #expect(throws: ReceiptError.unreadable) { try signed(["MessageSid": "SM1"]) }
        #expect(throws: Never.self) {
            try signed(["MessageSid": String(repeating: "S", count: 255), "MessageStatus": "sent"])
        }
    }
}
