import Connections
import GatewayKit
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
            json.member("originator", is: settings.sender[message.phone])
            json.memberArray("recipients") { $0.value(message.phone.digits) }
            json.member("body", is: message.text.text)
            json.member("datacoding", is: Self.coding(message.text.encoding))
            // MessageBird names no longest time; networks keep an SMS for about two days.
            json.member("validity", is: message.lifetime(in: 1...172_800))
            // MessageBird reports nothing on messages without a reference.
            json.member("reference", is: message.id.description)
            json.member("reportUrl", is: settings.receiptsURL)
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

    /// MessageBird does not document what happens to a message that it sent to 0 recipients, so the outcome is unknown.
    private static func success(_ answer: JSONValue?) -> SendOutcome {
        if answer?["recipients"]?["totalSentCount"]?.integer == 0 { return .unknown(reason: "sent-to-nobody") }
        return .accepted(id: answer?["id"]?.gatewayID)
    }
}

/// How to reach an account at MessageBird's classic REST API.
///
/// Keys of Bird's platform, which begin with `bk_`, do not work here: those are for `BirdSettings`.
package struct MessageBirdSettings: Sendable {
    /// The access key: `live_…`, or `test_…` for messages that are not sent.
    package var secret: Secret
    /// A number of up to 17 digits, or a name of up to 11 letters and digits.
    package var sender: Senders
    /// The URL at which MessageBird reports deliveries; nil leaves it to the account's own settings.
    package var receiptsURL: String?
    /// Where MessageBird is, without the API's path.
    package var url = "https://rest.messagebird.com"
    /// Allows `http` to other machines: every machine on the way can read the codes and numbers.
    package var allowsPlaintext = false

    package init(secret: Secret, sender: Senders) {
        self.secret = secret
        self.sender = sender
    }
}

extension MessageBirdSettings: Concealed {
    /// Tells neither secret nor URL.
    package var description: String { "messagebird" }
}

extension MessageBirdSettings {
    /// Where every message goes, if the settings can be used.
    func endpoint() throws(GatewaySettingsError) -> HTTPEndpoint {
        try GatewaySettingsError.check(isThere: secret.text, setting: "secret")
        try sender.check(.missing) { !$0.isEmpty }
        try HTTPEndpoint.checkReceiptsURL(receiptsURL)
        var endpoint = try HTTPEndpoint(
            base: url, path: "/messages", contentType: "application/json", allowsPlaintext: allowsPlaintext)
        try endpoint.addHeader("authorization", value: "AccessKey \(secret.text)", setting: "secret")
        return endpoint
    }
}

extension MessageBird: GatewayProvider {
    package static let kind = "messagebird"

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.secret] + CommonSettings.from + CommonSettings.way.all
        + [CommonSettings.receiptsSecret]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var messageBird = MessageBirdSettings(secret: try values.secret(), sender: try values.neededSenders())
        messageBird.receiptsURL = context.receiptsURL
        if let url = try values.valueIfSet(of: CommonSettings.url) { messageBird.url = url }
        let settings = messageBird
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try MessageBird(settings) }
    }

    /// MessageBird signs with a key of its own.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: CommonSettings.receiptsSecret) { () throws(SettingsError) in
            MessageBirdReceipts(signingKey: Secret(try values.value(of: CommonSettings.receiptsSecret)))
        }
    }
}
