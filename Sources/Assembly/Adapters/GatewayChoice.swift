import SMSGateways
import Sandbox
import VerificationCore

/// A gateway as the settings describe it.
package enum GatewayChoice: Sendable {
    /// Sends nothing, and shows each message in its inbox.
    case sandbox(SandboxGateway, SandboxInbox)
    /// Hands messages to a provider over the network.
    case provider(any ConnectedGateway)

    /// Makes a gateway; throws `SettingsProblem` when a setting is missing or wrong.
    ///
    /// `described`: an element of `settings.gateways`.
    package init(_ settings: Settings, _ described: GatewaySettings) throws {
        let kind = try settings.value(of: described.kind)
        let name = described.name ?? kind.rawValue
        switch kind {
        case .sandbox:
            let inbox = SandboxInbox()
            self = .sandbox(SandboxGateway(name: name, inbox: inbox, now: Machine.now), inbox)
        case .webhook:
            let webhook = try settings.webhook(described)
            self = .provider(
                try settings.gateway(name, described) { () throws(GatewaySettingsError) in try Webhook(webhook) })
        }
    }

    /// Whatever kind it is.
    package var gateway: any SMSGateway {
        switch self {
        case .sandbox(let gateway, _): gateway
        case .provider(let gateway): gateway
        }
    }
}

extension Settings {
    fileprivate func gateway<Provider: HTTPProvider>(
        _ name: String, _ described: GatewaySettings, _ provider: () throws(GatewaySettingsError) -> Provider
    ) throws -> HTTPGateway<Provider> {
        let connections = try value(of: described.inFlight)
        do throws(GatewaySettingsError) {
            return try HTTPGateway(
                name: name, provider: try provider(), connections: connections, now: Machine.now)
        } catch {
            throw SettingsProblem("\(described.parent).\(error)")
        }
    }

    fileprivate func webhook(_ described: GatewaySettings) throws(SettingsProblem) -> WebhookSettings {
        var webhook = WebhookSettings(url: try value(of: described.url), secret: try value(of: described.secret))
        webhook.bearerToken = try valueIfSet(of: described.token)
        webhook.sender = try valueIfSet(of: described.sender)
        webhook.honorsIdempotencyKeys = try value(of: described.honorsIdempotencyKeys)
        webhook.serverErrorsMeanNotSent = try value(of: described.serverErrorsMeanNotSent)
        return webhook
    }
}
