import SMSGateways
import Sandbox
import VerificationCore

/// All gateways that the settings describe, and the routes to them.
package struct Gateways: Sendable {
    /// Each gateway has places and a pace of its own, as the settings say.
    let routes: RoutedGateways<ContinuousClock>
    /// The sandbox and its inbox; nil when no gateway is a sandbox.
    let sandbox: (gateway: SandboxGateway, inbox: SandboxInbox)?

    package init(_ settings: Settings) throws {
        var paced: [PacedGateway<ContinuousClock>] = []
        var sandboxes: [(gateway: SandboxGateway, inbox: SandboxInbox)] = []
        for described in settings.gateways {
            let choice = try GatewayChoice(settings, described)
            if case .sandbox(let gateway, let inbox) = choice { sandboxes.append((gateway, inbox)) }
            paced.append(try settings.paced(choice.gateway, described))
        }
        guard sandboxes.count <= 1 else {
            throw SettingsProblem("gateways: two are of the kind sandbox, but there is one inbox")
        }
        sandbox = sandboxes.first
        routes = RoutedGateways(paced, by: settings.plan.table.map { paced[$0] })
    }
}

extension Settings {
    /// The settings of each gateway: of the single gateway, or of the list's gateways in the file's order.
    package var gateways: [GatewaySettings] { plan.gateways }

    fileprivate func paced(
        _ gateway: any SMSGateway, _ described: GatewaySettings
    ) throws -> PacedGateway<ContinuousClock> {
        let perSecond = try value(of: described.perSecond)
        return try PacedGateway(
            gateway: gateway, maxInFlight: try value(of: described.inFlight),
            perSecond: perSecond == 0 ? nil : Double(perSecond))
    }
}
