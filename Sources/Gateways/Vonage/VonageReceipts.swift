import StrictJSON
import VerificationCore

/// Reads Vonage's delivery receipts, in the query of a GET and in the form or JSON of a POST.
package struct VonageReceipts: ReceiptReader {
    /// How old a receipt may be, and how far ahead of our clock.
    private static let tolerance: Duration = .seconds(300)

    private let signature: VonageSignature

    /// `signatureSecret`: the account's secret for signatures, which is not the API key's.
    package init(signatureSecret: Secret, method: VonageSignature.Method) {
        signature = VonageSignature(secret: signatureSecret, method: method)
    }

    package func receipts(in call: ReceiptCall, at now: Timestamp) throws(ReceiptError) -> [DeliveryReceipt] {
        guard let parameters = Self.parameters(of: call), signature.accepts(parameters),
            let seconds = parameters["timestamp"].flatMap({ UInt32($0) }),
            abs((now - Timestamp(seconds: Int64(seconds))).wholeMicroseconds) <= Self.tolerance.wholeMicroseconds
        else { throw .forged }
        guard let id = parameters["messageId"].flatMap(DeliveryReceipt.storableID), let word = parameters["status"]
        else { throw .unreadable }
        let reason = DeliveryReceipt.reason(error: parameters["err-code"])
        return Self.status(word, because: reason).map { [DeliveryReceipt(gatewayID: id, status: $0, reason: reason)] }
            ?? []
    }

    /// Nil for statuses that Vonage may add.
    private static func status(_ word: String, because reason: String?) -> DeliveryStatus? {
        switch (word, reason) {
        case ("failed", "error-1"), ("failed", "error-8"), ("failed", "error-99"): .failed
        case ("buffered", _): .queued
        case ("accepted", _): .sent
        case ("delivered", _): .delivered
        case ("failed", _): .undelivered
        case ("expired", _): .expired
        case ("rejected", _): .rejected
        case ("unknown", _): .unknown
        default: nil
        }
    }

    /// Nil where a name comes twice, and for what is neither a form nor flat JSON.
    private static func parameters(of call: ReceiptCall) -> [String: String]? {
        if call.body.isEmpty { return FormFields(queryOf: call.url)?.unique }
        if call.header("content-type")?.lowercased().hasPrefix("application/json") == true {
            return FlatJSON.texts(call.body)
        }
        return FormFields(call.body)?.unique
    }
}
