import Crypto
import Gateways
import Testing
import VerificationCore

/// The signatures are those of Vonage's own `Auth` (Python, `vonage_http_client` 1.5.2).
@Suite("Vonage's receipts")
struct VonageReceiptTests {
    private static let url = "https://verify.example.com/v1/receipts/vonage"
    private static let sentAt: Int64 = 1_767_323_045
    private static let fields = [
        ("api-key", "abcd1234"), ("client-ref", "a=b&c"), ("err-code", "0"),
        ("message-timestamp", "2026-01-02 03:04:05"), ("messageId", "0A0000001234567B"), ("msisdn", "4915112345678"),
        ("network-code", "26201"), ("nonce", "aaaaaaaa-bbbb-cccc-dddd-0123456789ab"), ("price", "0.03330000"),
        ("scts", "2601020304"), ("status", "delivered"), ("timestamp", "1767323045"), ("to", "Acme"),
    ]
    private static let signature = "e7ec906e779e47d1c6fee21f8605740170dfe7283644cbfe34bc6878ca3422bc"
    private static let receipt = DeliveryReceipt(gatewayID: "0A0000001234567B", status: .delivered)

    /// The fields as a form, which is also a query.
    private static func form(_ fields: [(String, String)] = fields, signature: String? = signature) -> String {
        (fields + (signature.map { [("sig", $0)] } ?? [])).map { name, value in
            let encoded = value.flatMap { character in
                switch character {
                case "=": "%3D"
                case "&": "%26"
                case " ": "+"
                default: String(character)
                }
            }
            return "\(name)=\(String(encoded))"
        }.joined(separator: "&")
    }

    private func receipts(
        _ method: String = "POST", query: String = "", body: String = "",
        type: String = "application/x-www-form-urlencoded", by signing: VonageSignature.Method = .sha256,
        secondsLater: Int64 = 0
    ) throws(ReceiptError) -> [DeliveryReceipt] {
        try VonageReceipts(signatureSecret: Secret("my_signature_secret"), method: signing).receipts(
            in: ReceiptCall(
                method: method, url: Self.url + query, headers: [("Content-Type", type)], body: Array(body.utf8)),
            at: Timestamp(seconds: Self.sentAt + secondsLater))
    }

    @Test("a signed receipt is believed in each of its three shapes, as often as it comes")
    func shapes() throws {
        let json = Self.fields.map { #""\#($0.0)":"\#($0.1)""# } + [#""sig":"\#(Self.signature)""#]
        for _ in 1...2 {
            #expect(try receipts("GET", query: "?" + Self.form()) == [Self.receipt])
            #expect(try receipts(body: Self.form()) == [Self.receipt])
            let body = "{\(json.joined(separator: ", "))}"
            #expect(try receipts(body: body, type: "application/json; charset=utf-8") == [Self.receipt])
        }
    }

    @Test(
        "each method that an account may have, in small letters or capitals",
        arguments: [
            (.md5hash, "a11917d5b0b363aa8ee873511981a619"), (.md5, "424438b134ea34f10f5ca6836162288e"),
            (.sha1, "634ec06bc048379d1b1fe7f935513edcbd5b2485"), (.sha256, signature),
            (
                .sha512,
                """
                7fed21279ccfb5f1acc7956043541611ae6b7a67143d4b7f25846c5e270663cd\
                75386cd43e2847b2a332232928cb856ec46195bba5339ef96e49e9d5211c81ed
                """
            ),
        ] as [(VonageSignature.Method, String)])
    func methods(method: VonageSignature.Method, signature: String) throws {
        for signature in [signature, signature.uppercased()] {
            #expect(try receipts(body: Self.form(signature: signature), by: method) == [Self.receipt])
        }
        for other in VonageSignature.Method.allCases where other != method {
            #expect(throws: ReceiptError.forged) {
                try receipts(body: Self.form(signature: signature), by: other)
            }
        }
    }

    @Test("a JSON number counts as it was written")
    func numbers() throws {
        let json = (Self.fields + [("sig", Self.signature)]).map { name, value in
            ["err-code", "price", "timestamp", "msisdn"].contains(name)
                ? #""\#(name)":\#(value)"# : #""\#(name)":"\#(value)""#
        }
        let body = "{\(json.joined(separator: ","))}"
        #expect(body.contains(#""price":0.03330000,"#))
        #expect(try receipts(body: body, type: "application/json") == [Self.receipt])
        for other in ["0.0333", "0.033300000", "3.33e-2", "-0.03330000"] {
            #expect(throws: ReceiptError.forged) {
                try receipts(body: body.replacing("0.03330000", with: other), type: "application/json")
            }
        }
    }

    @Test("letters beyond ASCII and empty values are signed too, in any order")
    func oddFields() throws {
        let signature = "ca030471d77c8f7f0e16ab68f344afa21acafd4a5e29121dd29d1b60a59e0342"
        let odd = [("text", "Grüße & mehr=1")] + Self.fields.reversed() + [("empty", ""), ("B", "1")]
        #expect(try receipts(body: Self.form(odd, signature: signature)) == [Self.receipt])
    }

    @Test("a JSON text may hold quotes, backslashes and digits behind them")
    func escapes() throws {
        let content = #"&client-ref=1\"2\\&messageId=7"e-3&status=accepted&timestamp=\#(Self.sentAt)"#
        let digest = Insecure.MD5.hash(data: Array((content + "my_signature_secret").utf8))
        let signature = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let body = #"""
            {"client-ref":"1\\\"2\\\\","messageId":"7\"e-3","status":"accepted","timestamp": \#(Self.sentAt) ,"sig":"\#(signature)"}
            """#
        #expect(
            try receipts(body: body, type: "application/json", by: .md5hash)
                == [DeliveryReceipt(gatewayID: #"7"e-3"#, status: .sent)])
    }

    @Test("whatever byte was changed, the receipt is forged")
    func changed() {
        // Letters after these are the signature's, which may be small or large.
        let body = Self.form(signature: nil) + "&sig="
        for changed in body.withEachByteChanged {
            #expect(throws: ReceiptError.forged, "\(changed)") { try receipts(body: changed + Self.signature) }
        }
        for changed in Self.signature.withEachByteChanged where changed.lowercased() != Self.signature {
            #expect(throws: ReceiptError.forged, "\(changed)") { try receipts(body: body + changed) }
        }
    }

    @Test("a call that is no signed receipt is forged")
    func forged() {
        let bodies = [
            "", Self.form(signature: nil), Self.form(signature: ""), Self.form() + "&new=1", Self.form() + "&to=Acme",
            Self.form().replacing("&sig=", with: "&SIG="), "%", "[]",
        ]
        for body in bodies { #expect(throws: ReceiptError.forged) { try receipts(body: body) } }
        for body in ["", "[]", "{", #"{"sig":{}}"#, #"{"sig":true}"#, #"{"sig":"\#(Self.signature)"}"#] {
            #expect(throws: ReceiptError.forged) { try receipts(body: body, type: "application/json") }
        }
        #expect(throws: ReceiptError.forged) { try receipts("GET") }
    }

    @Test("a receipt is believed for five minutes")
    func age() throws {
        for seconds: Int64 in [-300, 300] {
            #expect(try receipts(body: Self.form(), secondsLater: seconds) == [Self.receipt])
        }
        for seconds: Int64 in [-301, 301, 86_400] {
            #expect(throws: ReceiptError.forged) { try receipts(body: Self.form(), secondsLater: seconds) }
        }
    }

    // MARK: What a believed receipt says

    private func signed(_ fields: KeyValuePairs<String, String>) throws(ReceiptError) -> [DeliveryReceipt] {
        let content = fields.sorted { $0.key < $1.key }.map { "&\($0.key)=\($0.value)" }.joined()
        let digest = Insecure.MD5.hash(data: Array((content + "my_signature_secret").utf8))
        let signature = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return try receipts(body: Self.form(fields.map { ($0.key, $0.value) }, signature: signature), by: .md5hash)
    }

    @Test(
        "each status is told in our words, with Vonage's number of a failure",
        arguments: [
            ("accepted", "0", .sent, nil), ("buffered", "0", .queued, nil), ("delivered", "0", .delivered, nil),
            ("expired", "2", .expired, "error-2"), ("failed", "1", .failed, "error-1"),
            ("failed", "8", .failed, "error-8"), ("failed", "99", .failed, "error-99"),
            ("failed", "3", .undelivered, "error-3"), ("failed", "0", .undelivered, nil),
            ("rejected", "9", .rejected, "error-9"), ("unknown", "", .unknown, nil),
        ] as [(String, String, DeliveryStatus, String?)])
    func statuses(word: String, error: String, status: DeliveryStatus, reason: String?) throws {
        #expect(
            try signed(["messageId": "A1", "status": word, "err-code": error, "timestamp": "\(Self.sentAt)"])
                == [DeliveryReceipt(gatewayID: "A1", status: status, reason: reason)])
    }

    @Test("other words lead to no receipt", arguments: ["new", "", "DELIVERED"])
    func noReceipt(word: String) throws {
        #expect(try signed(["messageId": "A1", "status": word, "timestamp": "\(Self.sentAt)"]).isEmpty)
    }

    @Test("a signed call that names no message, or no status, is unreadable, and without a time forged")
    func unreadable() {
        let time = "\(Self.sentAt)"
        for id in ["", String(repeating: "A", count: 256)] {
            #expect(throws: ReceiptError.unreadable) {
                try signed(["messageId": id, "status": "delivered", "timestamp": time])
            }
        }
        #expect(throws: ReceiptError.unreadable) { try signed(["status": "delivered", "timestamp": time]) }
        #expect(throws: ReceiptError.unreadable) { try signed(["messageId": "A1", "timestamp": time]) }
        #expect(throws: ReceiptError.forged) { try signed(["messageId": "A1", "status": "delivered"]) }
        #expect(throws: ReceiptError.forged) {
            try signed(["messageId": "A1", "status": "delivered", "timestamp": "soon"])
        }
    }
}
