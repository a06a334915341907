import GatewayKit

extension Kannel: GatewayProvider {
    package static let kind = "kannel"

    static let smsc = Setting("smsc", .text, "kannel: the smsc-id that messages take; by default Kannel's own routing")
    static let receiptsToken = Setting(
        "receiptsToken", .text,
        "kannel: 16 to 128 letters and digits of your own, which prove that a receipt is Kannel's", isSecret: true)

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from + IndiaSettings.all
        + [smsc] + CommonSettings.way.all + [receiptsToken]

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var kannel = KannelSettings(
            account: try values.value(of: CommonSettings.account), secret: try values.secret())
        kannel.sender = try values.senders()
        kannel.smsc = try values.valueIfSet(of: smsc)
        kannel.india = try values.india()
        kannel.receiptsURL = context.receiptsURL
        kannel.receiptsToken = try values.valueIfSet(of: receiptsToken).map { Secret($0) }
        if let url = try values.valueIfSet(of: CommonSettings.url) { kannel.url = url }
        let settings = kannel
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Kannel(settings) }
    }

    /// Kannel signs nothing; a token in the URL shows that a call is Kannel's.
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: receiptsToken) { () throws(SettingsProblem) in
            let token = Secret(try values.value(of: receiptsToken))
            return try values.named { () throws(GatewaySettingsError) in try KannelReceipts(token: token) }
        }
    }
}
