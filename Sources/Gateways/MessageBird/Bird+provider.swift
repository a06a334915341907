import GatewayKit

extension Bird: GatewayProvider {
    package static let kind = "bird"

    package static var settings: [any DeclaredSetting] { MessageBird.settings }

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var bird = BirdSettings(secret: try values.secret(), sender: try values.neededSenders())
        if let url = try values.valueIfSet(of: CommonSettings.url) { bird.url = url }
        let settings = bird
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Bird(settings) }
    }

    /// Bird signs with the secret of its webhook.
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: CommonSettings.receiptsSecret) { () throws(SettingsProblem) in
            let secret = Secret(try values.value(of: CommonSettings.receiptsSecret))
            return try values.named { () throws(GatewaySettingsError) in try BirdReceipts(secret: secret) }
        }
    }
}
