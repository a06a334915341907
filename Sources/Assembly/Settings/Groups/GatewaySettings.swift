/// The settings of a gateway: of the single gateway, or of a gateway in the list.
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
    let url: Setting<String>
    let secret: Setting<String>
    let token: Setting<String>
    let sender: Setting<String>
    let honorsIdempotencyKeys: Setting<Bool>
    let serverErrorsMeanNotSent: Setting<Bool>
    package let inFlight: Setting<Int>
    package let perSecond: Setting<Int>

    /// For a gateway in the list; for example `gateways.main.url` is the URL of the gateway `main`.
    init(named name: String) { self.init(below: "gateways.\(name)", name: name) }

    private init(below parent: String, name: String?) {
        self.parent = parent
        self.name = name
        kind = Setting("\(parent).kind", .gatewayKind, "sandbox or webhook")
        // A secret, because the URL may hold a token.
        url = Setting("\(parent).url", .text, "where the webhook gateway posts messages", isSecret: true)
        secret = Setting("\(parent).secret", .text, "whsec_…: signs what the webhook gateway posts", isSecret: true)
        token = Setting("\(parent).token", .text, "bearer token for the webhook gateway", isSecret: true)
        sender = Setting(
            "\(parent).sender", .text, "the sender that the webhook's receiver should show, passed on as data.from")
        honorsIdempotencyKeys = Setting(
            "\(parent).honorsIdempotencyKeys", .truth,
            "whether the receiver sends one SMS for one webhook-id, however often called", standard: "false")
        serverErrorsMeanNotSent = Setting(
            "\(parent).serverErrorsMeanNotSent", .truth,
            "whether a 5xx answer of the receiver means that nothing was sent", standard: "false")
        inFlight = Setting(
            "\(parent).inFlight", .number(1...100_000), "calls of the gateway at the same time, of one worker",
            standard: "1000")
        perSecond = Setting(
            "\(parent).perSecond", .number(0...1_000_000),
            "calls of the gateway per second, of one worker; 0 for as many as it takes", standard: "0")
    }

    var all: [any DeclaredSetting] {
        [kind, url, secret, token, sender, honorsIdempotencyKeys, serverErrorsMeanNotSent, inFlight, perSecond]
    }
}

extension SettingForm<GatewayKind> {
    fileprivate static var gatewayKind: Self {
        Self { text, name throws(SettingsProblem) in
            guard let kind = GatewayKind(rawValue: text) else {
                throw SettingsProblem("\(name) is \(text), but must be sandbox or webhook")
            }
            return kind
        }
    }
}
