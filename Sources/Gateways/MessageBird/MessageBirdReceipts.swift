import Crypto
import FoundationEssentials
import StrictJSON
import VerificationCore

/// Reads MessageBird's status reports, which are in the query of a GET.
package struct MessageBirdReceipts: ReceiptReader {
    /// How far MessageBird's clock may be from ours, in seconds.
    private static let leeway: Double = 1

    private let signingKey: Secret

    /// `signingKey`: the account's key for signatures, which is not the access key.
    package init(signingKey: Secret) { self.signingKey = signingKey }

    package func receipts(in call: ReceiptCall, at now: Timestamp) throws(ReceiptError) -> [DeliveryReceipt] {
        guard let header = call.header("MessageBird-Signature-JWT"),
            let claims = JSONWebToken(header, key: signingKey)?.claims, Self.hold(claims, at: now),
            Self.isFor(call, by: claims)
        else { throw .forged }
        guard let fields = FormFields(queryOf: call.url), let word = fields["status"],
            let id = fields["id"].flatMap(DeliveryReceipt.storableID)
        else { throw .unreadable }
        let reason = DeliveryReceipt.reason(error: fields["statusErrorCode"])
        return Self.status(word).map { [DeliveryReceipt(gatewayID: id, status: $0, reason: reason)] } ?? []
    }

    /// Nil for statuses that MessageBird may add.
    private static func status(_ word: String) -> DeliveryStatus? {
        switch word {
        case "scheduled": .queued
        case "sent", "buffered": .sent
        case "delivered": .delivered
        case "delivery_failed": .undelivered
        case "expired": .expired
        default: nil
        }
    }

    /// Whether the token is MessageBird's, and neither from the future nor too old.
    private static func hold(_ claims: JSONValue, at now: Timestamp) -> Bool {
        guard let start = claims["nbf"]?.double, let end = claims["exp"]?.double else { return false }
        let seconds = Double(now.microseconds) / 1_000_000
        return claims["iss"]?.string == "MessageBird" && start <= seconds + leeway && end > seconds - leeway
    }

    /// Whether the token was made for this URL and this body; without a body there is no hash of it.
    private static func isFor(_ call: ReceiptCall, by claims: JSONValue) -> Bool {
        let hash = call.body.isEmpty ? nil : SHA256.hash(data: call.body).hexDigits
        return claims["url_hash"]?.string == SHA256.hash(data: Array(call.url.utf8)).hexDigits
            && claims["payload_hash"] == hash.map(JSONValue.string)
    }
}
