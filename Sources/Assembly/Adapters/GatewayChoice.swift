import SMSGateways
import Sandbox
import VerificationCore

/// A gateway as the settings describe it.
package enum GatewayChoice: Sendable {
    /// Sends nothing, and shows each message in its inbox.
    case sandbox(SandboxGateway, SandboxInbox)
    case webhook(WebhookGateway)

    /// Makes a gateway; throws `SettingsProblem` when a setting is missing or wrong.
    ///
    /// `described`: an element of `settings.gateways`.
    package init(_ settings: Settings, _ described: GatewaySettings) throws {
        switch try settings.value(of: described.kind) {
        case .sandbox:
            let inbox = SandboxInbox()
            let name = described.name ?? GatewayKind.sandbox.rawValue
            self = .sandbox(SandboxGateway(name: name, inbox: inbox, now: Machine.now), inbox)
        case .webhook:
            self = .webhook(try settings.webhook(described))
        }
    }

    var gateway: any SMSGateway {
        switch self {
        case .sandbox(let gateway, _): gateway
        case .webhook(let gateway): gateway
        }
    }
}

extension Settings {
    fileprivate func webhook(_ described: GatewaySettings) throws -> WebhookGateway {
        var webhook = WebhookSettings(
            url: try value(of: described.url), secret: try value(of: described.secret))
        webhook.bearerToken = try valueIfSet(of: described.token)
        webhook.sender = try valueIfSet(of: described.sender)
        webhook.honorsIdempotencyKeys = try value(of: described.honorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try value(of: described.serverErrorsMeanNotSent)
        webhook.connections = try value(of: described.inFlight)
        let name = described.name ?? GatewayKind.webhook.rawValue
        do {
            return try WebhookGateway(name: name, settings: webhook, now: Machine.now)
        } catch {
            throw SettingsProblem("\(described.parent).\(error)")
        }
    }
}
