import SMSGateways
import Sandbox
import VerificationCore

/// The gateway that the settings name.
package enum GatewayChoice: Sendable {
    /// Sends nothing, and shows in its inbox what it was given.
    case sandbox(SandboxGateway, SandboxInbox)
    case webhook(WebhookGateway)

    package init(_ settings: Settings) throws {
        switch try settings.value(of: GatewaySettings.kind) {
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
        let perSecond = try settings.value(of: GatewaySettings.perSecond)
        return try PacedRoutes(
            gateway: gateway, maxInFlight: try settings.value(of: GatewaySettings.inFlight),
            perSecond: perSecond == 0 ? nil : Double(perSecond))
    }
}

extension Settings {
    fileprivate func webhook() throws -> WebhookGateway {
        var webhook = WebhookSettings(
            url: try value(of: GatewaySettings.url), secret: try value(of: GatewaySettings.secret))
        webhook.bearerToken = try valueIfSet(of: GatewaySettings.token)
        webhook.sender = try valueIfSet(of: GatewaySettings.sender)
        webhook.honorsIdempotencyKeys = try value(of: GatewaySettings.honorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try value(of: GatewaySettings.serverErrorsMeanNotSent)
        webhook.connections = try value(of: GatewaySettings.inFlight)
        do {
            return try WebhookGateway(settings: webhook, now: Machine.now)
        } catch {
            throw SettingsProblem("gateway.\(error)")
        }
    }
}
