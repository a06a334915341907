import GatewayKit
import NIOHTTP1
import StrictJSON
import VerificationCore

/// Hands each message to Bird's platform API of 2026.
package struct Bird: HTTPProvider {
    /// For about three hours a second request with the same key gets the first one's answer, and sends nothing.
    package let honorsIdempotencyKeys = true
    package let endpoint: HTTPEndpoint
    private let settings: BirdSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: BirdSettings) throws(GatewaySettingsError) {
        endpoint = try settings.endpoint()
        self.settings = settings
    }

    /// Bird finds out by itself that a text needs UCS-2.
    ///
    /// The body is the same in every try, or the key would not hold. So it has no lifetime, which gets shorter from try
    /// to try, and which Bird takes from few accounts yet.
    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var json = JSONWriter()
        json.object { json in
            json.member("to", is: message.phone.e164)
            json.member("from", is: settings.sender[message.phone])
            json.member("text", is: message.text.text)
            json.member("category", is: "authentication")
        }
        var request = endpoint.request(json.bytes)
        request.headers.add(name: "idempotency-key", value: message.id.description)
        return request
    }

    /// A 409 is as doubtful as any other.
    ///
    /// By Bird's page on idempotency a first request with this key is under way then, or had another body: it may lead to
    /// an SMS, or has done it.
    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        guard let refusal = reply.refusal(at: now) else { return .accepted(id: reply.json?["id"]?.gatewayID) }
        let error = reply.json?["error"]
        guard let code = error?["code"]?.string, code.hasPrefix("E"),
            let reason = DeliveryReceipt.reason(error: String(code.dropFirst()))
        else { return refusal }
        return error?["name"]?.string == "SMSInvalidRecipient"
            ? .refused(reason: reason, .byEveryGateway) : refusal.explained(by: reason)
    }
}

extension Bird: GatewayProvider {
    package static let kind = "bird"

    package static var settings: [any DeclaredSetting] { MessageBird.settings }

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var bird = BirdSettings(secret: try values.secret(), sender: try values.neededSenders())
        if let url = try values.valueIfSet(of: CommonSettings.url) { bird.url = url }
        let settings = bird
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Bird(settings) }
    }

    /// Bird signs with the secret of its webhook.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: CommonSettings.receiptsSecret) { () throws(SettingsError) in
            let secret = Secret(try values.value(of: CommonSettings.receiptsSecret))
            return try values.named { () throws(GatewaySettingsError) in try BirdReceipts(secret: secret) }
        }
    }
}
