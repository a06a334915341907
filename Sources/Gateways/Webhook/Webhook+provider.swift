import GatewayKit

extension Webhook: GatewayProvider {
    package static let kind = "webhook"

    static let honorsKeys = Setting(
        "honorsIdempotencyKeys", .truth,
        "webhook: whether one webhook-id is one SMS, however often it is called", standard: "false")
    static let serverErrors = Setting(
        "serverErrorsMeanNotSent", .truth,
        "webhook: whether a 5xx, 408, 409, 423, 424, 425 or 499 from its URL means that nothing was sent",
        standard: "false")
    static let inclusions = Setting(
        "include", .inclusions,
        "webhook: what the receiver gets of the request, with commas: clientIp, app, metadata", standard: "")

    package static let settings: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.secret] + CommonSettings.from
        + [CommonSettings.token, honorsKeys, serverErrors, inclusions] + IndiaSettings.all + CommonSettings.way.all

    package static func make(
        from values: GatewayValues, in context: GatewayContext
    ) throws(SettingsProblem) -> any ConnectedGateway {
        var settings = try self.settings(from: values)
        settings.tellsReceipts = context.receiptsURL != nil
        return try values.gateway(in: context) { () throws(GatewaySettingsError) in try Webhook(settings) }
    }

    /// The values by this kind's settings, but for its receipts.
    package static func settings(from values: GatewayValues) throws(SettingsProblem) -> WebhookSettings {
        var webhook = WebhookSettings(
            url: try values.value(of: CommonSettings.url), secret: try values.value(of: CommonSettings.secret))
        webhook.bearerToken = try values.valueIfSet(of: CommonSettings.token)
        webhook.sender = try values.senders()
        webhook.india = try values.india()
        webhook.honorsIdempotencyKeys = try values.value(of: honorsKeys)
        webhook.serverErrorsMeanNotSent = try values.value(of: serverErrors)
        webhook.includes = try values.value(of: inclusions)
        return webhook
    }

    /// The secret of the messages signs the receipts too.
    package static func receipts(with values: GatewayValues) throws(SettingsProblem) -> ReceiptSource {
        .calls(proof: nil) { () throws(SettingsProblem) in
            let secret = try values.secret()
            return try values.named { () throws(GatewaySettingsError) in try WebhookReceipts(secret: secret) }
        }
    }
}

extension SettingForm<Set<WebhookInclusion>> {
    /// The empty text is the empty set.
    fileprivate static var inclusions: Self {
        Self(expecting: "one or more of clientIp, app and metadata, with commas between them") { text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let known = words.compactMap { WebhookInclusion(rawValue: String($0.trimmingPrefix { $0 == " " })) }
            return text.isEmpty || known.count == words.count ? Set(known) : nil
        }
    }
}
