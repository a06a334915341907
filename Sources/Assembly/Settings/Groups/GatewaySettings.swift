import SMSGateways

/// The settings of a gateway: of the single gateway, or of a gateway in the list.
///
/// The same few names serve all kinds: `account` is who signs in and `secret` is the proof, whatever the provider calls
/// them.
package struct GatewaySettings: Sendable {
    /// The gateway of an installation without a list: `gateway.url` is its URL.
    package static let single = GatewaySettings(below: "gateway", name: nil)

    /// Holds for every gateway, because it decides how long a worker's claim lasts: 10 s make a claim of 15 s.
    package static let deadline = Setting(
        "gateway.deadline", .duration(.seconds(1)...(.seconds(60))),
        "longest time of one call of any gateway", tellsRange: true, standard: "10s")

    /// The beginning of its settings' names, for example `gateways.main`.
    let parent: String
    /// The gateway's name in the list; nil for the single gateway.
    package let name: String?
    package let kind: Setting<GatewayKind>
    package let inFlight: Setting<Int>
    package let perSecond: Setting<Int>
    let url: Setting<String>
    let account: Setting<String>
    let secret: Setting<String>
    let sender: Setting<String>
    let senders: Setting<[String: String]>
    let token: Setting<String>
    let honorsIdempotencyKeys: Setting<Bool>
    let serverErrorsMeanNotSent: Setting<Bool>
    let includes: Setting<Set<WebhookInclusion>>
    let apiKey: Setting<String>
    let redacts: Setting<Bool>
    let region: Setting<String>
    let maxPrice: Setting<String>
    let configurationSet: Setting<String>
    let indiaEntity: Setting<String>
    let indiaTemplate: Setting<String>
    let indiaTemplates: Setting<[String: String]>
    let smsc: Setting<String>
    let smpp: GatewaySMPPSettings
    let way: WaySettings
    let receipts: GatewayReceiptSettings

    /// For a gateway in the list; for example `gateways.main.url` is the URL of the gateway `main`.
    init(named name: String) { self.init(below: "gateways.\(name)", name: name) }

    private init(below parent: String, name: String?) {
        self.parent = parent
        self.name = name
        kind = Setting("\(parent).kind", .gatewayKind, "provider or protocol: \(GatewayKind.words)")
        inFlight = Setting(
            "\(parent).inFlight", .number(1...100_000),
            "calls of the gateway at the same time, for each worker; by default 1000, for smpp 10")
        perSecond = Setting(
            "\(parent).perSecond", .number(0...1_000_000),
            "calls of the gateway per second, for all workers together; 0 for no limit", standard: "0")
        // A secret, because the URL may hold a token.
        url = Setting(
            "\(parent).url", .text, "where the gateway is; by default the provider's usual address", isSecret: true)
        account = Setting(
            "\(parent).account", .text, "who signs in: account, API key, access key or user, as the provider calls it")
        secret = Setting(
            "\(parent).secret", .text,
            "the proof: auth token, API secret, secret access key or password; for webhook whsec_…", isSecret: true)
        sender = Setting("\(parent).sender", .text, "the sender that people see: a number or a short name")
        senders = Setting(
            "\(parent).senders", .pairs,
            "other senders for some regions, such as {\"IN\": \"VERIFY\"}; * means all other regions")
        token = Setting(
            "\(parent).token", .text, "webhook: a bearer token; sns, aws-sms: a session token", isSecret: true)
        honorsIdempotencyKeys = Setting(
            "\(parent).honorsIdempotencyKeys", .truth,
            "webhook: whether one webhook-id is one SMS, however often it is called", standard: "false")
        serverErrorsMeanNotSent = Setting(
            "\(parent).serverErrorsMeanNotSent", .truth,
            "webhook: whether a 5xx, 408, 409, 423, 424, 425 or 499 from its URL means that nothing was sent",
            standard: "false")
        includes = Setting(
            "\(parent).include", .inclusions,
            "webhook: what the receiver gets of the request, with commas: clientIp, app, metadata", standard: "")
        apiKey = Setting(
            "\(parent).apiKey", .text, "twilio: the API key to which the secret belongs; by default the account itself")
        redacts = Setting(
            "\(parent).redacts", .truth, "twilio: whether Twilio shall keep neither text nor number", standard: "false")
        region = Setting("\(parent).region", .text, "sns, aws-sms: the region, such as eu-west-1")
        maxPrice = Setting("\(parent).maxPrice", .text, "sns, aws-sms: the most that a segment may cost, in US dollars")
        configurationSet = Setting(
            "\(parent).configurationSet", .text, "aws-sms: the set that says where AWS reports on messages")
        indiaEntity = Setting("\(parent).indiaEntity", .text, "India: the id of the sender's registration")
        indiaTemplate = Setting("\(parent).indiaTemplate", .text, "India: the registered template for all texts")
        indiaTemplates = Setting(
            "\(parent).indiaTemplates", .pairs,
            "India: the registered template of each text, such as {\"hi\": \"1107\"}; * means all other texts")
        smsc = Setting(
            "\(parent).smsc", .text, "kannel: the smsc-id that messages take; by default Kannel's own routing")
        smpp = GatewaySMPPSettings(below: parent)
        way = WaySettings(
            below: parent,
            proxies: "proxy for the gateway's calls: http://[user:password@]host:port; not for smpp",
            authorities:
                "PEM file of the authorities that sign the gateway's certificate; they count instead of this machine's")
        receipts = GatewayReceiptSettings(below: parent)
    }

    /// Every name that may be set of a gateway.
    var all: [any DeclaredSetting] {
        common + [
            url, account, secret, sender, senders, token, honorsIdempotencyKeys, serverErrorsMeanNotSent, includes,
            apiKey, redacts, region, maxPrice, configurationSet, indiaEntity, indiaTemplate, indiaTemplates, smsc,
        ] + smpp.all + way.all + receipts.all
    }

    private var aws: [any DeclaredSetting] { [url, account, secret] + from + [token, region, maxPrice] + india }

    private var from: [any DeclaredSetting] { [sender, senders] }

    private var india: [any DeclaredSetting] { [indiaEntity, indiaTemplate, indiaTemplates] }

    private var common: [any DeclaredSetting] { [kind, inFlight, perSecond] }

    /// The names that a gateway of this kind reads.
    func settings(of kind: GatewayKind) -> [any DeclaredSetting] {
        let own: [any DeclaredSetting] =
            switch kind {
            case .sandbox: []
            case .webhook:
                [url, secret] + from + [token, honorsIdempotencyKeys, serverErrorsMeanNotSent, includes] + india
                    + way.all
            case .twilio: [url, account, secret] + from + [apiKey, redacts] + way.all + [receipts.secret]
            case .vonage: [url, account, secret] + from + india + way.all + [receipts.secret, receipts.method]
            case .messagebird, .bird: [url, secret] + from + way.all + [receipts.secret]
            case .sns: aws + way.all
            case .endUserMessaging: aws + [configurationSet] + way.all + [receipts.topic]
            case .kannel: [url, account, secret] + from + [smsc] + india + way.all + [receipts.token]
            case .smpp: [url, account, secret] + from + india + smpp.all + [way.caFile] + receipts.ofSMPP
            }
        return common + own
    }
}

extension SettingForm<GatewayKind> {
    fileprivate static var gatewayKind: Self {
        Self { text, name throws(SettingsProblem) in
            guard let kind = GatewayKind(rawValue: text) else {
                throw SettingsProblem("\(name) is \(text), but must be \(GatewayKind.words)")
            }
            return kind
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
