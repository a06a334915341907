import Testing
import VerificationCore
import VerificationTesting

@testable import Gateways

@Suite("Receipts of a webhook's receiver")
struct WebhookReceiptTests {
    private static let whsec = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
    private static let now = Timestamp(seconds: 1_767_323_045)
    private static let body =
        #"{"receipts":[{"id":"4711","status":"undelivered","reason":"absent"},{"id":12,"status":"delivered"}]}"#

    @Test("what the receiver has signed is read, with its reasons")
    func read() throws {
        #expect(
            try receipts(Self.body) == [
                DeliveryReceipt(gatewayID: "4711", status: .undelivered, reason: "absent"),
                DeliveryReceipt(gatewayID: "12", status: .delivered),
            ])
        #expect(try receipts(#"{"receipts":[]}"#).isEmpty)
        #expect(try receipts(#"{"receipts":[{"id":"a","status":"sent","reason":null,"at":7}]}"#).count == 1)
    }

    @Test("every status has its word", arguments: DeliveryStatus.allCases)
    func status(status: DeliveryStatus) throws {
        let read = try receipts(#"{"receipts":[{"id":"a","status":"\#(status.rawValue)"}]}"#)
        #expect(read == [DeliveryReceipt(gatewayID: "a", status: status)])
    }

    @Test("an unsigned, changed, old or foreign call is forged, whatever it holds")
    func forged() throws {
        let other = "whsec_" + String(repeating: "QUFB", count: 8)
        #expect(throws: ReceiptError.forged) { try receipts(Self.body, secret: other) }
        #expect(throws: ReceiptError.forged) { try receipts(Self.body, signed: "{}") }
        for seconds in [-301, 301] {
            #expect(throws: ReceiptError.forged) { try receipts(Self.body, at: Self.now + .seconds(seconds)) }
        }
        for missing in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
            #expect(throws: ReceiptError.forged) { try receipts(Self.body, without: missing) }
        }
        for seconds in [-300, 300] {
            #expect(try receipts(Self.body, at: Self.now + .seconds(seconds)).count == 2)
        }
    }

    @Test(
        "what is signed and not as documented is unreadable",
        arguments: [
            "", "{}", "[]", #"{"receipts":{}}"#, #"{"receipts":[1]}"#, #"{"receipts":[{"id":"a"}]}"#,
            #"{"receipts":[{"status":"sent"}]}"#, #"{"receipts":[{"id":"","status":"sent"}]}"#,
            #"{"receipts":[{"id":"a","status":"lost"}]}"#, #"{"receipts":[{"id":"a","status":"sent","reason":"No!"}]}"#,
            #"{"receipts":[{"id":"a","status":"sent","reason":5}]}"#,
        ])
    func unreadable(body: String) {
        #expect(throws: ReceiptError.unreadable) { try receipts(body) }
    }

    @Test("a call may hold 500 receipts and no more")
    func most() throws {
        func body(_ count: Int) -> String {
            let entries = Array(repeating: #"{"id":"a","status":"sent"}"#, count: count).joined(separator: ",")
            return #"{"receipts":[\#(entries)]}"#
        }
        #expect(try receipts(body(500)).count == 500)
        #expect(throws: ReceiptError.unreadable) { try receipts(body(501)) }
    }

    @Test("a secret that cannot be one is refused by its setting's name")
    func badSecret() {
        let error = #expect(throws: GatewaySettingsError.self) { try WebhookReceipts(secret: Secret("s3cret")) }
        #expect(error?.code == .malformedSecret && error?.setting == "secret")
    }

    private func receipts(
        _ body: String, signed: String? = nil, secret: String = Self.whsec, at moment: Timestamp = Self.now,
        without missing: String? = nil
    ) throws -> [DeliveryReceipt] {
        let signature = try #require(WebhookSignature(secret: secret))
        let seconds = Self.now.milliseconds / 1_000
        let headers = [
            ("Webhook-Id", "msg_1"), ("Webhook-Timestamp", "\(seconds)"),
            ("Webhook-Signature", signature.sign(id: "msg_1", seconds: seconds, body: (signed ?? body).utf8)),
        ].filter { $0.0.lowercased() != missing }
        let call = ReceiptCall(
            method: "POST", url: "https://verify.example/v1/receipts/main", headers: headers, body: Array(body.utf8))
        return try WebhookReceipts(secret: Secret(Self.whsec)).receipts(in: call, at: moment)
    }
}
