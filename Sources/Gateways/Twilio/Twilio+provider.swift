import GatewayKit

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
    ) throws(SettingsProblem) -> any ConnectedGateway {
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
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: values.isSet(apiKey) ? CommonSettings.receiptsSecret : nil) { () throws(SettingsProblem) in
            guard let token = try values.valueIfSet(of: CommonSettings.receiptsSecret) else {
                return TwilioReceipts(authToken: try values.secret())
            }
            return TwilioReceipts(authToken: Secret(token))
        }
    }
}
