import GatewayKit

extension Vonage: GatewayProvider {
    package static let kind = "vonage"

    static let receiptsMethod = Setting(
        "receiptsMethod", .receiptsMethod, "vonage: how receipts are signed, \(VonageSignature.Method.words)",
        standard: "md5hash")

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + IndiaSettings.all
        + CommonSettings.way.all + [CommonSettings.receiptsSecret, receiptsMethod]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var settings = try self.settings(from: values)
        settings.receiptsURL = context.receiptsURL
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Vonage(settings) }
    }

    /// The values by this kind's settings, but for its receipts.
    package static func settings(from values: GatewayValues) throws(SettingsProblem) -> VonageSettings {
        var vonage = VonageSettings(
            account: try values.value(of: CommonSettings.account), secret: try values.secret(),
            sender: try values.neededSenders())
        vonage.india = try values.india()
        if let url = try values.valueIfSet(of: CommonSettings.url) { vonage.url = url }
        return vonage
    }

    /// Vonage signs with a secret of its own.
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: CommonSettings.receiptsSecret) { () throws(SettingsProblem) in
            VonageReceipts(
                signatureSecret: Secret(try values.value(of: CommonSettings.receiptsSecret)),
                method: try values.value(of: receiptsMethod))
        }
    }
}

extension SettingForm<VonageSignature.Method> {
    fileprivate static var receiptsMethod: Self {
        Self(expecting: VonageSignature.Method.words) { VonageSignature.Method(rawValue: $0) }
    }
}

extension VonageSignature.Method {
    fileprivate static let words = "md5hash, md5, sha1, sha256 or sha512"
}
