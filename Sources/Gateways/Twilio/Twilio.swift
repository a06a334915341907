import GatewayKit
import StrictJSON
import VerificationCore

/// Hands each message to Twilio's Programmable Messaging, version `2010-04-01`.
package struct Twilio: HTTPProvider {
    /// Twilio takes no key: a second request is a second SMS.
    package let honorsIdempotencyKeys = false
    package let endpoint: HTTPEndpoint
    private let settings: TwilioSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: TwilioSettings) throws(GatewaySettingsError) {
        endpoint = try settings.endpoint()
        self.settings = settings
    }

    /// Twilio finds out by itself that a text needs UCS-2.
    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var form = FormBody()
        form.add("To", value: message.phone.e164)
        if let sender = settings.sender[message.phone] { form.add(TwilioSettings.field(of: sender), value: sender) }
        form.add("Body", value: message.text.text)
        form.add("ValidityPeriod", value: String(message.lifetime(in: 1...36_000)))
        form.add("StatusCallback", value: settings.receiptsURL)
        if settings.redacts {
            form.add("ContentRetention", value: "discard")
            form.add("AddressRetention", value: "obfuscate")
        }
        return endpoint.request(form.bytes)
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        guard let refusal = reply.refusal(at: now) else { return .accepted(id: reply.json?["sid"]?.gatewayID) }
        guard let code = reply.json?["code"]?.integer, let reason = DeliveryReceipt.reason(error: String(code))
        else { return refusal }
        return switch code {
        case 21211, 21265, 21614: .refused(reason: reason, .byEveryGateway)
        case 21610: .repliedStop
        // By twilio.com/docs/api/errors/20429 and so on, the first is "never processed", the second is to be tried again,
        // and the others are refused by a full queue. Of 20500 they say that after another try a person may get two SMS.
        case 20429, 20503, 21611, 30001, 63017: reply.throttled(at: now)
        default: refusal.explained(by: reason)
        }
    }
}

extension Twilio: GatewayProvider {
    package static let kind = "twilio"

    static let apiKey = Setting(
        "apiKey", .text, "twilio: the API key to which the secret belongs; by default the account itself")
    static let redacts = Setting(
        "redacts", .truth, "twilio: whether Twilio shall keep neither text nor number", standard: "false")

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + [apiKey, redacts]
        + CommonSettings.way.all + [CommonSettings.receiptsSecret]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var twilio = TwilioSettings(
            account: try values.value(of: CommonSettings.account), secret: try values.secret(),
            sender: try values.neededSenders())
        twilio.apiKey = try values.valueIfSet(of: apiKey)
        twilio.redacts = try values.value(of: redacts)
        twilio.receiptsURL = context.receiptsURL
        if let url = try values.valueIfSet(of: CommonSettings.url) { twilio.url = url }
        let settings = twilio
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Twilio(settings) }
    }

    /// With an API key, `secret` is the key's, and Twilio signs with the account's auth token.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: values.isSet(apiKey) ? CommonSettings.receiptsSecret : nil) { () throws(SettingsError) in
            guard let token = try values.valueIfSet(of: CommonSettings.receiptsSecret) else {
                return TwilioReceipts(authToken: try values.secret())
            }
            return TwilioReceipts(authToken: Secret(token))
        }
    }
}
