import GatewayKit
import StrictJSON
import VerificationCore

/// Sends each message through AWS End User Messaging SMS.
package struct EndUserMessaging: HTTPProvider {
    package let honorsIdempotencyKeys = false
    private let aws: AWSEndpoint
    private let settings: EndUserMessagingSettings

    /// - Throws: what is wrong with the settings.
    package init(_ settings: EndUserMessagingSettings) throws(GatewaySettingsError) {
        aws = try settings.endpoint()
        try settings.check()
        self.settings = settings
    }

    package var endpoint: HTTPEndpoint { aws.plain }

    package func request(for message: OutgoingMessage, at now: Timestamp) -> HTTPRequest {
        var json = JSONWriter()
        json.object { json in
            json.member("DestinationPhoneNumber", is: message.phone.e164)
            json.member("OriginationIdentity", is: settings.sender[message.phone])
            json.member("MessageBody", is: message.text.text)
            json.member("MessageType", is: "TRANSACTIONAL")
            json.member("ConfigurationSetName", is: settings.configurationSet)
            json.member("MaxPrice", is: settings.maxPrice)
            json.member("TimeToLive", is: message.lifetime(in: 5...259_200))
            json.memberObject("Context") { $0.member("message", is: message.id.description) }
            if let india = settings.india?.ids(for: message) {
                json.memberObject("DestinationCountryParameters") {
                    $0.member("IN_ENTITY_ID", is: india.entity)
                    $0.member("IN_TEMPLATE_ID", is: india.template)
                }
            }
        }
        return aws.request(json.bytes, at: now)
    }

    package func outcome(of reply: HTTPReply, at now: Timestamp) -> SendOutcome {
        reply.refusal(at: now) { Self.fault($0.json) } ?? .accepted(id: reply.json?["MessageId"]?.gatewayID)
    }

    /// Nil when AWS names no error; the status alone counts then.
    private static func fault(_ answer: JSONValue?) -> AWSProblem? {
        // Some answers have the name of a namespace before `#`.
        let code = answer?["__type"]?.string?.split(separator: "#").last.map(String.init)
        return AWSProblem(code: code, detail: answer?["Reason"]?.string)
    }
}

extension EndUserMessaging: GatewayProvider {
    package static let kind = "aws-sms"

    static let configurationSet = Setting(
        "configurationSet", .text, "aws-sms: the set that says where AWS reports on messages")
    static let receiptsTopic = Setting(
        "receiptsTopic", .text, "aws-sms: the ARN of the SNS topic that the configuration set names")

    package static let settings: [any DeclaredSetting] =
        AWSProviderSettings.all + [configurationSet] + CommonSettings.way.all + [receiptsTopic]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsError) -> any ConnectedGateway {
        var messaging = EndUserMessagingSettings(access: try values.awsAccess())
        messaging.sender = try values.senders()
        messaging.maxPrice = try values.valueIfSet(of: AWSProviderSettings.maxPrice)
        messaging.india = try values.india()
        messaging.configurationSet = try values.valueIfSet(of: configurationSet)
        if let url = try values.valueIfSet(of: CommonSettings.url) { messaging.url = url }
        let settings = messaging
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try EndUserMessaging(settings) }
    }

    /// The certificate of a receipt's signature is fetched the way that the gateway's calls go.
    package static func receipts(with values: GatewayValues) throws(SettingsError) -> ReceiptSource {
        .calls(proof: receiptsTopic) { () throws(SettingsError) in
            let (topic, way) = (try values.value(of: receiptsTopic), try values.way(CommonSettings.way))
            return try values.named { () throws(GatewaySettingsError) in
                try EndUserMessagingReceipts(topic: topic) { await PageGetter().page(at: $0, by: way) }
            }
        }
    }
}
