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
        "the longest that one call of a gateway may take in all", tellsRange: true, standard: "10s")

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
    let token: Setting<String>
    let honorsIdempotencyKeys: Setting<Bool>
    let serverErrorsMeanNotSent: Setting<Bool>
    let apiKey: Setting<String>
    let redacts: Setting<Bool>
    let region: Setting<String>
    let maxPrice: Setting<String>
    let configurationSet: Setting<String>
    let indiaEntity: Setting<String>
    let indiaTemplate: Setting<String>
    let smsc: Setting<String>
    let systemType: Setting<String>
    let longTexts: Setting<SMPPLongTexts>
    let plaintext: Setting<Bool>
    let receipts: GatewayReceiptSettings

    /// For a gateway in the list; for example `gateways.main.url` is the URL of the gateway `main`.
    init(named name: String) { self.init(below: "gateways.\(name)", name: name) }

    private init(below parent: String, name: String?) {
        self.parent = parent
        self.name = name
        kind = Setting("\(parent).kind", .gatewayKind, GatewayKind.words)
        inFlight = Setting(
            "\(parent).inFlight", .number(1...100_000),
            "calls of the gateway at the same time, of one worker; if not set 1000, of smpp 10")
        perSecond = Setting(
            "\(parent).perSecond", .number(0...1_000_000),
            "calls of the gateway per second, of all workers together; 0 for as many as it takes", standard: "0")
        // A secret, because the URL may hold a token.
        url = Setting(
            "\(parent).url", .text, "where the gateway is, if not where the provider usually is", isSecret: true)
        account = Setting(
            "\(parent).account", .text, "who signs in: account, API key, access key or user, as the provider calls it")
        secret = Setting(
            "\(parent).secret", .text,
            "the proof: auth token, API secret, secret access key or password; of a webhook whsec_…", isSecret: true)
        sender = Setting("\(parent).sender", .text, "the sender that people see: a number or a short name")
        token = Setting(
            "\(parent).token", .text, "webhook: a bearer token; sns, aws-sms: a session token", isSecret: true)
        honorsIdempotencyKeys = Setting(
            "\(parent).honorsIdempotencyKeys", .truth,
            "webhook: whether the receiver sends one SMS for one webhook-id, however often called", standard: "false")
        serverErrorsMeanNotSent = Setting(
            "\(parent).serverErrorsMeanNotSent", .truth,
            "webhook: whether a 5xx, 408, 409, 423, 424, 425 or 499 from its URL means that nothing was sent",
            standard: "false")
        apiKey = Setting("\(parent).apiKey", .text, "twilio: the API key whose secret is given, if not the account's")
        redacts = Setting(
            "\(parent).redacts", .truth, "twilio: whether it shall keep neither text nor number", standard: "false")
        region = Setting("\(parent).region", .text, "sns, aws-sms: the region, such as eu-west-1")
        maxPrice = Setting("\(parent).maxPrice", .text, "sns, aws-sms: the most that a part may cost, in US dollars")
        configurationSet = Setting(
            "\(parent).configurationSet", .text, "aws-sms: the set that says where AWS tells what became of messages")
        indiaEntity = Setting("\(parent).indiaEntity", .text, "sns, aws-sms: the sender's registration in India")
        indiaTemplate = Setting("\(parent).indiaTemplate", .text, "sns, aws-sms: the text's registration in India")
        smsc = Setting("\(parent).smsc", .text, "kannel: the smsc-id that messages take, if not Kannel's own routing")
        systemType = Setting("\(parent).systemType", .text, "smpp: the system_type, which most SMSCs want empty")
        longTexts = Setting(
            "\(parent).longTexts", .longTexts, "smpp: parts, or payload for an SMSC that cuts texts itself",
            standard: "parts")
        plaintext = Setting(
            "\(parent).plaintext", .truth, "smpp: whether smpp: to another machine is right, as in a private network",
            standard: "false")
        receipts = GatewayReceiptSettings(below: parent)
    }

    /// Every name that may be set of a gateway.
    var all: [any DeclaredSetting] {
        common + [
            url, account, secret, sender, token, honorsIdempotencyKeys, serverErrorsMeanNotSent, apiKey, redacts,
            region,
            maxPrice, configurationSet, indiaEntity, indiaTemplate, smsc, systemType, longTexts, plaintext,
        ] + receipts.all
    }

    private var aws: [any DeclaredSetting] {
        [url, account, secret, sender, token, region, maxPrice, indiaEntity, indiaTemplate]
    }

    private var common: [any DeclaredSetting] { [kind, inFlight, perSecond] }

    /// The names that a gateway of this kind reads.
    func settings(of kind: GatewayKind) -> [any DeclaredSetting] {
        let own: [any DeclaredSetting] =
            switch kind {
            case .sandbox: []
            case .webhook: [url, secret, sender, token, honorsIdempotencyKeys, serverErrorsMeanNotSent]
            case .twilio: [url, account, secret, sender, apiKey, redacts, receipts.secret]
            case .vonage: [url, account, secret, sender, receipts.secret, receipts.method]
            case .messagebird, .bird: [url, secret, sender, receipts.secret]
            case .sns: aws
            case .endUserMessaging: aws + [configurationSet, receipts.topic]
            case .kannel: [url, account, secret, sender, smsc, receipts.token]
            case .smpp:
                [url, account, secret, sender, systemType, longTexts, plaintext, receipts.areAsked, receipts.ids]
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

extension SettingForm<SMPPLongTexts> {
    fileprivate static var longTexts: Self { Self(expecting: "parts or payload") { SMPPLongTexts(rawValue: $0) } }
}
