import StrictJSON
import VerificationCore

/// Reads the events of Bird's platform, which are signed the Standard Webhooks way.
package struct BirdReceipts: ReceiptReader {
    private let signature: WebhookSignature

    /// `secret`: the webhook's own, `whsec_…`, which Bird shows once.
    ///
    /// - Throws: `malformedSecret`, for the setting `receiptsSecret`.
    package init(secret: Secret) throws(GatewaySettingsError) {
        guard let signature = WebhookSignature(secret: secret.text) else {
            throw GatewaySettingsError(.malformedSecret, setting: "receiptsSecret")
        }
        self.signature = signature
    }

    package func receipts(in call: ReceiptCall, at now: Timestamp) throws(ReceiptError) -> [DeliveryReceipt] {
        guard signature.accepts(call, at: now) else { throw .forged }
        // Bird has signed it; whatever is wrong with the JSON, it is no event that Bird documents.
        guard let event = try? JSONValue(parsing: call.body), let type = event["type"]?.string else {
            throw .unreadable
        }
        guard let status = Self.status(type) else { return [] }
        guard let id = event["data"]?["sms_id"]?.gatewayID else { throw .unreadable }
        let reason = Self.reason(event["data"]?["error"]?["code"]?.string)
        return [DeliveryReceipt(gatewayID: id, status: status, reason: reason)]
    }

    /// Nil for events of other kinds, and for those that Bird may add.
    private static func status(_ type: String) -> DeliveryStatus? {
        switch type {
        case "sms.accepted": .queued
        case "sms.sent": .sent
        case "sms.delivered": .delivered
        case "sms.undelivered": .undelivered
        case "sms.failed": .failed
        case "sms.expired": .expired
        case "sms.rejected": .rejected
        default: nil
        }
    }

    /// Bird's failure code in the letters of our reasons, for example `blocked-by-carrier`; nil for a malformed code.
    private static func reason(_ word: String?) -> String? {
        guard let word, (1...40).contains(word.utf8.count),
            word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "_") })
        else { return nil }
        return word.replacing("_", with: "-")
    }
}
