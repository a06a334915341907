import VerificationCore

/// Which gateways an installation has, and which message goes through which of them.
struct GatewayPlan: Sendable {
    /// At least one gateway; the gateways of a list stand in the file's order.
    let gateways: [GatewaySettings]
    /// Targets are positions in `gateways`.
    let table: RoutingTable<RouteTargets<Int>>

    /// Checks the lists of a settings file against each other; nil for a list that the file does not have.
    ///
    /// Without lists, every message goes through the single gateway that `gateway.*` describes.
    init(
        gateways names: [String]?, routes: [RouteLine]?, of providers: GatewayProviders = .builtIn
    ) throws(SettingsError) {
        gateways = names?.map { GatewaySettings(named: $0, of: providers) } ?? [.single(of: providers)]
        switch (names, routes) {
        case (nil, nil): table = RoutingTable(everythingTo: RouteTargets(only: 0))
        case (nil, .some): throw SettingsError("routes needs gateways, the list that it chooses from")
        case (.some, .some(let lines)): table = try Self.table(lines, among: gateways)
        case (.some, nil):
            guard gateways.count == 1 else {
                throw SettingsError(
                    "routes is not set: with several gateways it says which number goes through which")
            }
            table = RoutingTable(everythingTo: RouteTargets(only: 0))
        }
    }

    private static func table(
        _ lines: [RouteLine], among gateways: [GatewaySettings]
    ) throws(SettingsError) -> RoutingTable<RouteTargets<Int>> {
        var routes: [GatewayRoute<RouteTargets<Int>>] = []
        for line in lines {
            let targets = try line.targets.map { name throws(SettingsError) -> Int in
                guard let position = gateways.firstIndex(where: { $0.name == name }) else {
                    throw SettingsError("routes: entry \(line.number) names \(name), which is not in gateways")
                }
                return position
            }
            routes.append(GatewayRoute(region: line.region, prefix: line.prefix, app: line.app, target: targets))
        }
        guard let rest = routes.popLast(), lines.last?.hasNoCondition == true else {
            throw SettingsError(
                "routes: the last entry must have no region, no prefix and no app; it takes what is left")
        }
        do throws(UnreachableRouteError) {
            return try RoutingTable(routes, rest: rest.target)
        } catch {
            let (hidden, before) = (error.index + 1, error.behind + 1)
            throw SettingsError(
                "routes: entry \(hidden) is never reached, for entry \(before) takes all its messages")
        }
    }

    /// The names in the list of gateways; nil without a list.
    var listedNames: String? {
        let names = gateways.compactMap(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The routes in their order; nil without a list of gateways.
    var listedRoutes: [RouteSyntax]? {
        guard gateways.first?.name != nil else { return nil }
        let rest = GatewayRoute(target: table.rest)
        return (table.routes + [rest]).map { route in
            RouteSyntax(route, to: route.target.map { gateways[$0].name ?? "" })
        }
    }
}

/// A route as an operator reads it, for example `DE shop -> main 3, other 1, then backup`, with `learn` where it learns.
package struct RouteSyntax: Sendable, CustomStringConvertible {
    package let region: String?
    package let prefix: String?
    package let app: String?
    package let targets: RouteTargets<String>

    init<Target>(_ route: GatewayRoute<Target>, to targets: RouteTargets<String>) {
        region = route.region
        prefix = route.prefix?.description
        app = route.app?.description
        self.targets = targets
    }

    package var description: String {
        let conditions = [region, prefix, app].compactMap { $0 }
        let from = conditions.isEmpty ? "else" : conditions.joined(separator: " ")
        // A weight says something only beside another.
        let shares = targets.first.map { targets.first.count > 1 ? "\($0.gateway) \($0.weight)" : $0.gateway }
        let last = targets.then.map { "then \($0)" }
        let learning = targets.learns ? ["learn"] : []
        return "\(from) -> \((shares + last + learning).joined(separator: ", "))"
    }
}
