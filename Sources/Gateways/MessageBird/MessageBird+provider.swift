import GatewayKit

extension MessageBird: GatewayProvider {
    package static let kind = "messagebird"

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.secret] + CommonSettings.from + CommonSettings.way.all
        + [CommonSettings.receiptsSecret]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var messageBird = MessageBirdSettings(secret: try values.secret(), sender: try values.neededSenders())
        messageBird.receiptsURL = context.receiptsURL
        if let url = try values.valueIfSet(of: CommonSettings.url) { messageBird.url = url }
        let settings = messageBird
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try MessageBird(settings) }
    }

    /// MessageBird signs with a key of its own.
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: CommonSettings.receiptsSecret) { () throws(SettingsProblem) in
            MessageBirdReceipts(signingKey: Secret(try values.value(of: CommonSettings.receiptsSecret)))
        }
    }
}
