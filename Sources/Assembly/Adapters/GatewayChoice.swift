import SMSGateways
import Sandbox
import VerificationCore

/// The gateway that the settings name.
struct GatewayChoice: Sendable {
    let gateway: any SMSGateway
    /// The sandbox and the inbox that it delivers to; nil with any other gateway.
    let sandbox: (gateway: SandboxGateway, inbox: SandboxInbox)?
    /// Nil with any other gateway.
    let webhook: WebhookGateway?
    /// For `verifyd doctor`.
    let words: String

    /// `isWorker`: only a worker must have one.
    init(_ settings: Settings, isWorker: Bool) throws {
        switch settings.optionalText(.gatewayKind) {
        case "sandbox":
            let inbox = SandboxInbox()
            let sandbox = SandboxGateway(inbox: inbox, now: Platform.now)
            self.init(gateway: sandbox, sandbox: (sandbox, inbox), words: "sandbox: nothing is really sent")
        case "webhook":
            let webhook = try Self.webhook(settings)
            self.init(gateway: webhook, webhook: webhook, words: "webhook")
        case nil where !isWorker:
            self.init(gateway: SandboxGateway(inbox: SandboxInbox(), now: Platform.now), words: "none")
        case nil:
            throw SettingsProblem("gateway.kind is not set: sandbox or webhook")
        case .some(let other):
            throw SettingsProblem("gateway.kind is \(other), but must be sandbox or webhook")
        }
    }

    private init(
        gateway: any SMSGateway, sandbox: (gateway: SandboxGateway, inbox: SandboxInbox)? = nil,
        webhook: WebhookGateway? = nil, words: String
    ) {
        self.gateway = gateway
        self.sandbox = sandbox
        self.webhook = webhook
        self.words = words
    }

    private static func webhook(_ settings: Settings) throws -> WebhookGateway {
        var webhook = WebhookSettings(url: try settings.text(.gatewayURL), secret: try settings.text(.gatewaySecret))
        webhook.bearerToken = settings.optionalText(.gatewayToken)
        webhook.sender = settings.optionalText(.gatewaySender)
        webhook.honorsIdempotencyKeys = try settings.truth(.gatewayHonorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try settings.truth(.gatewayServerErrorsMeanNotSent)
        webhook.connections = try settings.number(.gatewayInFlight)
        do {
            return try WebhookGateway(settings: webhook, now: Platform.now)
        } catch {
            throw SettingsProblem("gateway.\(error)")
        }
    }

    func routes(_ settings: Settings) throws -> PacedRoutes<ContinuousClock> {
        let perSecond = try settings.number(.gatewayPerSecond)
        return try PacedRoutes(
            gateway: gateway, maxInFlight: try settings.number(.gatewayInFlight),
            perSecond: perSecond == 0 ? nil : Double(perSecond))
    }
}
