import VerificationCore

extension WebhookSignature {
    /// Whether a call carries the three headers of Standard Webhooks, with a signature by this key.
    func accepts(_ call: ReceiptCall, at now: Timestamp) -> Bool {
        guard let header = call.header("webhook-signature"), let id = call.header("webhook-id"),
            let timestamp = call.header("webhook-timestamp")
        else { return false }
        return accepts(header, id: id, timestamp: timestamp, body: call.body, now: now)
    }
}
