import StrictJSON
import VerificationCore

/// Reads what the receiver of a webhook tells later, signed the Standard Webhooks way with the gateway's own secret.
///
/// For example `{"receipts":[{"id":"4711","status":"undelivered","reason":"absent"}]}`.
package struct WebhookReceipts: ReceiptReader {
    /// The most receipts in a call.
    private static let most = 500

    private let signature: WebhookSignature

    /// - Throws: `malformedSecret`, for the setting `secret`.
    package init(secret: Secret) throws(GatewaySettingsError) {
        guard let signature = WebhookSignature(secret: secret.text) else {
            throw GatewaySettingsError(.malformedSecret, setting: "secret")
        }
        self.signature = signature
    }

    package func receipts(in call: ReceiptCall, at now: Timestamp) throws(ReceiptError) -> [DeliveryReceipt] {
        guard signature.accepts(call, at: now) else { throw .forged }
        // The receiver has signed it; whatever is wrong with the JSON, it is not as documented.
        guard let entries = (try? JSONValue(parsing: call.body))?["receipts"]?.array, entries.count <= Self.most else {
            throw .unreadable
        }
        var receipts: [DeliveryReceipt] = []
        for entry in entries { receipts.append(try Self.receipt(entry)) }
        return receipts
    }

    /// Unlike at a provider, an unknown status is a mistake, whose author should hear of it.
    private static func receipt(_ entry: JSONValue) throws(ReceiptError) -> DeliveryReceipt {
        guard let id = entry["id"]?.gatewayID,
            let status = entry["status"]?.string.flatMap(DeliveryStatus.init(rawValue:))
        else { throw .unreadable }
        let reason = entry["reason"] ?? .null
        let word = reason.string.flatMap(DeliveryReceipt.storableReason)
        guard word != nil || reason.isNull else { throw .unreadable }
        return DeliveryReceipt(gatewayID: id, status: status, reason: word)
    }
}

extension WebhookSignature {
    /// Whether a call carries the three headers of Standard Webhooks, with a signature by this key.
    func accepts(_ call: ReceiptCall, at now: Timestamp) -> Bool {
        guard let header = call.header("webhook-signature"), let id = call.header("webhook-id"),
            let timestamp = call.header("webhook-timestamp")
        else { return false }
        return accepts(header, id: id, timestamp: timestamp, body: call.body, now: now)
    }
}
