import VerificationCore

/// Reads Twilio's status callbacks.
package struct TwilioReceipts: ReceiptReader {
    private let signature: TwilioSignature

    /// `authToken`: the account's, also where an API key signs in for sending.
    package init(authToken: Secret) {
        signature = TwilioSignature(key: authToken, method: .sha1)
    }

    /// For callbacks that Twilio signs with a key of their own.
    ///
    /// A call's header names the method too, and is not asked: a forger could name a weaker method.
    package init(sharedKey: Secret, method: TwilioSignature.Method) {
        signature = TwilioSignature(key: sharedKey, method: method)
    }

    package func receipts(in call: ReceiptCall, at now: Timestamp) throws(ReceiptError) -> [DeliveryReceipt] {
        guard let header = call.header("X-Twilio-Signature"), let form = FormFields(call.body),
            signature.accepts(header, url: call.url, form: form)
        else { throw .forged }
        guard let id = form["MessageSid"].flatMap(DeliveryReceipt.storableID),
            let word = form["MessageStatus"] ?? form["SmsStatus"]
        else { throw .unreadable }
        let reason = DeliveryReceipt.reason(error: form["ErrorCode"])
        let shared = reason == "error-21610" ? SharedReason.repliedStop.rawValue : reason
        return Self.status(word, because: reason).map { [DeliveryReceipt(gatewayID: id, status: $0, reason: shared)] }
            ?? []
    }

    /// Nil for statuses of other kinds of message, and for statuses that Twilio may add.
    private static func status(_ word: String, because reason: String?) -> DeliveryStatus? {
        switch (word, reason) {
        case ("failed", "error-30036"): .expired
        case ("undelivered", "error-30004"), ("undelivered", "error-30007"): .rejected
        case ("accepted", _), ("scheduled", _), ("queued", _): .queued
        case ("sending", _), ("sent", _): .sent
        case ("delivered", _), ("read", _): .delivered
        case ("undelivered", _): .undelivered
        case ("failed", _): .failed
        case ("canceled", _): .rejected
        default: nil
        }
    }
}
