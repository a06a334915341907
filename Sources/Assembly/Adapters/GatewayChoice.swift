import SMSGateways
import Sandbox
import VerificationCore

/// The gateway that the settings name.
package enum GatewayChoice: Sendable {
    /// Sends nothing, and shows in its inbox what it was given.
    case sandbox(SandboxGateway, SandboxInbox)
    case webhook(WebhookGateway)

    package init(_ settings: Settings) throws {
        switch try settings.gatewayKind() {
        case .sandbox:
            let inbox = SandboxInbox()
            self = .sandbox(SandboxGateway(inbox: inbox, now: Machine.now), inbox)
        case .webhook:
            self = .webhook(try settings.webhook())
        }
    }

    var gateway: any SMSGateway {
        switch self {
        case .sandbox(let gateway, _): gateway
        case .webhook(let gateway): gateway
        }
    }

    /// The one way to the gateway, with as many calls at the same time as the settings allow.
    func routes(_ settings: Settings) throws -> PacedRoutes<ContinuousClock> {
        let perSecond = try settings.number(.gatewayPerSecond)
        return try PacedRoutes(
            gateway: gateway, maxInFlight: try settings.number(.gatewayInFlight),
            perSecond: perSecond == 0 ? nil : Double(perSecond))
    }
}

extension Settings {
    fileprivate func gatewayKind() throws -> GatewayKind {
        guard let text = optionalText(.gatewayKind) else {
            throw SettingsProblem("gateway.kind is not set: sandbox or webhook")
        }
        guard let kind = GatewayKind(rawValue: text) else {
            throw SettingsProblem("gateway.kind is \(text), but must be sandbox or webhook")
        }
        return kind
    }

    fileprivate func webhook() throws -> WebhookGateway {
        var webhook = WebhookSettings(url: try text(.gatewayURL), secret: try text(.gatewaySecret))
        webhook.bearerToken = optionalText(.gatewayToken)
        webhook.sender = optionalText(.gatewaySender)
        webhook.honorsIdempotencyKeys = try truth(.gatewayHonorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try truth(.gatewayServerErrorsMeanNotSent)
        webhook.connections = try number(.gatewayInFlight)
        do {
            return try WebhookGateway(settings: webhook, now: Machine.now)
        } catch {
            throw SettingsProblem("gateway.\(error)")
        }
    }
}
