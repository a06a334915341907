import Operations
import VerificationCore

extension Settings {
    /// The gateways and routes as an operator's pages show them; throws `SettingsProblem` for a wrong value.
    package var gatewayList: GatewayList {
        get throws {
            let members = try gateways.map { described in
                let kind = try value(of: described.kind).rawValue
                let perSecond = try value(of: described.perSecond)
                return GatewayList.Member(
                    name: described.name ?? kind, kind: kind, inFlight: try places(of: described),
                    perSecond: perSecond == 0 ? nil : perSecond)
            }
            let routes = plan.table.routes + [GatewayRoute(target: plan.table.rest)]
            return GatewayList(
                members: members,
                routes: routes.map { route in
                    GatewayRoute(
                        region: route.region, prefix: route.prefix, app: route.app,
                        target: route.target.map { members[$0].name })
                })
        }
    }
}
