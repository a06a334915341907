/// How messages leave.
package enum GatewaySettings {
    package static let kind = Setting("gateway.kind", .gatewayKind, "sandbox or webhook")
    // Tokens live in a gateway's URL as well.
    package static let url = Setting("gateway.url", .text, "where the webhook gateway posts messages", isSecret: true)
    package static let secret = Setting(
        "gateway.secret", .text, "whsec_…: signs what the webhook gateway posts", isSecret: true)
    package static let token = Setting("gateway.token", .text, "bearer token for the webhook gateway", isSecret: true)
    package static let sender = Setting(
        "gateway.sender", .text, "the sender that the webhook's receiver should show, passed on as data.from")
    package static let honorsIdempotencyKeys = Setting(
        "gateway.honorsIdempotencyKeys", .truth,
        "whether the receiver sends one SMS for one webhook-id, however often called", standard: "false")
    package static let serverErrorsMeanNotSent = Setting(
        "gateway.serverErrorsMeanNotSent", .truth,
        "whether a 5xx answer of the receiver means that nothing was sent", standard: "false")
    package static let deadline = Setting(
        "gateway.deadline", .duration(.seconds(1)...(.seconds(60))),
        "the longest that one call of a gateway may take in all", tellsRange: true, standard: "10s")
    package static let inFlight = Setting(
        "gateway.inFlight", .number(1...100_000), "calls of the gateway at the same time, of one worker",
        standard: "1000")
    package static let perSecond = Setting(
        "gateway.perSecond", .number(0...1_000_000),
        "calls of the gateway per second, of one worker; 0 for as many as it takes", standard: "0")

    static let all: [any DeclaredSetting] = [
        kind, url, secret, token, sender, honorsIdempotencyKeys, serverErrorsMeanNotSent, deadline, inFlight, perSecond,
    ]
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
