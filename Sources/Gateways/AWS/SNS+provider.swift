import GatewayKit

extension SNS: GatewayProvider {
    package static let kind = "sns"

    package static let settings: [any DeclaredSetting] = AWSProviderSettings.all + CommonSettings.way.all

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var sns = SNSSettings(access: try values.awsAccess())
        sns.sender = try values.senders()
        sns.maxPrice = try values.valueIfSet(of: AWSProviderSettings.maxPrice)
        sns.india = try values.india()
        if let url = try values.valueIfSet(of: CommonSettings.url) { sns.url = url }
        let settings = sns
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try SNS(settings) }
    }

    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .none(because: "Amazon SNS tells nobody what became of an SMS")
    }
}
