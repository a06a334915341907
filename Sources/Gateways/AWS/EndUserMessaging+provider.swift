import GatewayKit

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
    ) throws(SettingsProblem) -> any ConnectedGateway {
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
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: receiptsTopic) { () throws(SettingsProblem) in
            let (topic, way) = (try values.value(of: receiptsTopic), try values.way(CommonSettings.way))
            return try values.named { () throws(GatewaySettingsError) in
                try EndUserMessagingReceipts(topic: topic) { await PageGetter().page(at: $0, by: way) }
            }
        }
    }
}
