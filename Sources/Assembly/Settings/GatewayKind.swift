/// What `gateway.kind` may be.
package enum GatewayKind: String, Sendable, CaseIterable {
    case sandbox, webhook, twilio, vonage, messagebird, bird, sns, kannel, smpp
    /// AWS End User Messaging.
    case endUserMessaging = "aws-sms"

    /// As an operator reads them: `sandbox, webhook, … or aws-sms`.
    static let words: String = {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }()
}
