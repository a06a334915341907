import StrictJSON
import VerificationCore

/// What a webhook's receiver reads.
///
/// `user.phone` and `sms.otp` stand where Supabase's hook has them, so that a receiver of that hook finds them.
enum WebhookBody {
    static func encode(
        _ message: OutgoingMessage, id: String, sender: String?, india: IndianRegistration.IDs?,
        including: Set<WebhookInclusion>, now: Timestamp
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 640)
        json.object { json in
            json.member("type", "sms.send")
            json.member("timestamp", now.rfc3339)
            json.memberObject("data") { json in
                writeData(of: message, id: id, sender: sender, to: &json)
                if let origin = message.origin { write(origin, including, to: &json) }
                json.member("india_entity", india?.entity)
                json.member("india_template", india?.template)
            }
            json.memberObject("user") { $0.member("phone", message.phone.e164) }
            json.memberObject("sms") {
                $0.member("otp", message.code)
                $0.member("phone", message.phone.e164)
            }
        }
        return json.bytes
    }

    private static func writeData(
        of message: OutgoingMessage, id: String, sender: String?, to json: inout JSONWriter
    ) {
        json.member("message_id", id)
        json.member("to", message.phone.e164)
        json.member("from", sender)
        json.member("text", message.text.text)
        json.member("code", message.code)
        json.member("locale", message.text.language.description)
        json.member("ttl", max(0, message.validFor.wholeSeconds))
        json.member("encoding", message.text.encoding.rawValue)
        json.member("segments", message.text.parts)
        json.member("may_be_duplicate", message.mayBeDuplicate)
    }

    private static func write(_ origin: MessageOrigin, _ included: Set<WebhookInclusion>, to json: inout JSONWriter) {
        if included.contains(.app) { json.member("app", origin.app) }
        if included.contains(.clientIP) { json.member("client_ip", origin.clientAddress) }
        guard included.contains(.metadata) else { return }
        // In one order, so that two tries of a message have the same body but for their time.
        json.memberObject("metadata") { json in
            for (name, text) in origin.metadata.sorted(by: { $0.key < $1.key }) { json.member(name, text) }
        }
    }
}

extension Duration {
    /// Rounded down: a provider must not deliver after the code's end.
    fileprivate var wholeSeconds: Int64 { components.seconds }
}

/// What a webhook's receiver may be told of the request that a message came from.
package enum WebhookInclusion: String, Sendable, CaseIterable {
    /// The address of the person's device, by which a receiver can limit.
    case clientIP = "clientIp"
    case app
    case metadata
}
