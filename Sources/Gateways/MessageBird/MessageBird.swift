import StrictJSON
import VerificationCore

/// Hands each message to MessageBird's classic REST API.
package struct MessageBird: HTTPProvider {
    /// This API takes no key: a second request is a second SMS.
    package let honorsIdempotencyKeys = false
    package let endpoint: HTTPEndpoint
    private let settings: MessageBirdSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: MessageBirdSettings) throws(GatewaySettingsError) {
        endpoint = try settings.endpoint()
        self.settings = settings
    }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var json = JSONWriter()
        json.object { json in
            json.member("originator", settings.sender[message.phone])
            json.memberArray("recipients") { $0.value(message.phone.digits) }
            json.member("body", message.text.text)
            json.member("datacoding", Self.coding(message.text.encoding))
            // MessageBird names no longest time; networks keep an SMS for about two days.
            json.member("validity", message.lifetime(in: 1...172_800))
            // MessageBird reports nothing on messages without a reference.
            json.member("reference", message.id.description)
            json.member("reportUrl", settings.receiptsURL)
        }
        return endpoint.request(json.bytes)
    }

    /// With `plain`, MessageBird would replace the characters that GSM-7 lacks.
    private static func coding(_ encoding: SMSEncoding) -> String {
        switch encoding {
        case .gsm7: "plain"
        case .ucs2: "unicode"
        }
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        guard let refusal = reply.refusal(at: now) else { return Self.success(reply.json) }
        let error = reply.json?["errors"]?.array?.first
        guard let code = error?["code"]?.integer, let reason = DeliveryReceipt.reason(error: String(code))
        else { return refusal }
        let isNumber = error?["parameter"]?.string?.hasPrefix("recipient") == true
        return switch code {
        case 9, 10: isNumber ? .refused(reason: reason, .byEveryGateway) : refusal.explained(by: reason)
        default: refusal.explained(by: reason)
        }
    }

    /// MessageBird does not document what it means that it sent to nobody, so nobody knows what becomes of it.
    private static func success(_ answer: JSONValue?) -> SendOutcome {
        if answer?["recipients"]?["totalSentCount"]?.integer == 0 { return .unknown(reason: "sent-to-nobody") }
        return .accepted(id: answer?["id"]?.gatewayID)
    }
}
