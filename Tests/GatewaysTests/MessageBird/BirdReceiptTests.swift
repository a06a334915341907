import Gateways
import Testing
import VerificationCore

@Suite("Bird's receipts")
struct BirdReceiptTests {
    private static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
    private static let sentAt: Int64 = 1_767_323_045
    /// Bird's own Python package, `messagebird-sdk` 0.106.0, takes this event with its signature.
    private static let event =
        #"{"type":"sms.undelivered","timestamp":"2026-01-02T03:04:05Z","#
        + #""data":{"sms_id":"sms_01krdgeqcxet5s7t44vh8rt9mg","#
        + #""workspace_id":"ws_01krdgeqcxet5s7t44vh8rt9mg","to":"+4915112345678","from":"Acme","tags":null,"#
        + #""metadata":null,"requested_language":null,"resolved_language":null,"template_id":null,"#
        + #""template_version_id":null,"template_content_hash":null,"error":{"code":"blocked_by_carrier","#
        + #""description":"Carrier filtered as spam","carrier_error_code":null,"#
        + #""occurred_at":"2026-01-02T03:04:04Z"}}}"#
    private static let signature = "v1,JF1zGsG+shhf9IqO/L+fxOEGehWo5Tqhhr5j5JF8qBo="
    private static let receipt = DeliveryReceipt(
        gatewayID: "sms_01krdgeqcxet5s7t44vh8rt9mg", status: .undelivered, reason: "blocked-by-carrier")

    private func receipts(
        _ body: String = event, id: String? = "msg_1", timestamp: String? = "\(sentAt)",
        signature: String? = signature, secondsLater: Int64 = 0
    ) throws -> [DeliveryReceipt] {
        let headers = [("Webhook-Id", id), ("Webhook-Timestamp", timestamp), ("Webhook-Signature", signature)]
            .compactMap { name, value in value.map { (name: name, value: $0) } }
        return try BirdReceipts(secret: Secret(Self.secret)).receipts(
            in: ReceiptCall(
                method: "POST", url: "https://verify.example.com/v1/receipts/bird", headers: headers,
                body: Array(body.utf8)),
            at: Timestamp(seconds: Self.sentAt + secondsLater))
    }

    private func signed(_ body: String) throws -> [DeliveryReceipt] {
        let signature = try #require(WebhookSignature(secret: Self.secret))
        return try receipts(body, signature: signature.sign(id: "msg_1", seconds: Self.sentAt, body: body.utf8))
    }

    @Test("a signed event is believed, as often as it comes, for five minutes")
    func believed() throws {
        for seconds: Int64 in [0, 0, -300, 300] { #expect(try receipts(secondsLater: seconds) == [Self.receipt]) }
        for seconds: Int64 in [-301, 301] {
            #expect(throws: ReceiptError.forged) { try receipts(secondsLater: seconds) }
        }
    }

    @Test("whatever byte was changed, the event is forged")
    func changed() {
        for body in Self.event.withEachByteChanged {
            #expect(throws: ReceiptError.forged, "\(body)") { try receipts(body) }
        }
        // The last letter before the padding has bits that say nothing.
        for signature in String(Self.signature.dropLast(2)).withEachByteChanged {
            #expect(throws: ReceiptError.forged, "\(signature)") {
                try receipts(signature: signature + Self.signature.suffix(2))
            }
        }
        #expect(throws: ReceiptError.forged) { try receipts(id: "msg_2") }
        #expect(throws: ReceiptError.forged) { try receipts(timestamp: "\(Self.sentAt + 1)") }
    }

    @Test("an event without a header is forged")
    func forged() {
        #expect(throws: ReceiptError.forged) { try receipts(id: nil) }
        #expect(throws: ReceiptError.forged) { try receipts(timestamp: nil) }
        #expect(throws: ReceiptError.forged) { try receipts(signature: nil) }
        #expect(throws: ReceiptError.forged) { try receipts("") }
    }

    @Test(
        "each event is told in our words, with Bird's word for a failure",
        arguments: [
            ("accepted", nil, .queued, nil), ("sent", nil, .sent, nil), ("delivered", nil, .delivered, nil),
            ("undelivered", "unreachable", .undelivered, "unreachable"),
            ("failed", "provider_unavailable", .failed, "provider-unavailable"),
            ("rejected", "recipient_opted_out", .rejected, "recipient-opted-out"),
            ("expired", "E12003", .expired, nil), ("failed", "no word", .failed, nil), ("failed", "", .failed, nil),
            ("failed", String(repeating: "a", count: 41), .failed, nil),
        ] as [(String, String?, DeliveryStatus, String?)])
    func statuses(word: String, error: String?, status: DeliveryStatus, reason: String?) throws {
        let error = error.map { #"{"code":"\#($0)"}"# } ?? "null"
        let body = #"{"type":"sms.\#(word)","data":{"sms_id":"sms_1","error":\#(error)}}"#
        #expect(try signed(body) == [DeliveryReceipt(gatewayID: "sms_1", status: status, reason: reason)])
    }

    @Test("events of other kinds lead to no receipt", arguments: ["sms.received", "sms.new", "email.delivered", ""])
    func noReceipt(type: String) throws {
        #expect(try signed(#"{"type":"\#(type)","data":{"sms_id":"sms_1"}}"#).isEmpty)
    }

    @Test(
        "a signed call that is no event, or names no message, is unreadable",
        arguments: ["", "[]", "{}", #"{"type":"sms.sent"}"#, #"{"type":"sms.sent","data":{"sms_id":""}}"#])
    func unreadable(body: String) {
        #expect(throws: ReceiptError.unreadable) { try signed(body) }
    }

    @Test("a secret that is no webhook's is refused by name")
    func badSecret() {
        let error = #expect(throws: GatewaySettingsError.self) { try BirdReceipts(secret: Secret("s3cret")) }
        #expect(error?.code == .malformedSecret && error?.setting == "receiptsSecret")
        #expect(error.map { "\($0)".contains("s3cret") } == false)
    }
}
