import VerificationCore

/// Which gateways an installation has, and which message goes through which of them.
struct GatewayPlan: Sendable {
    /// At least one gateway; the gateways of a list stand in the file's order.
    let gateways: [GatewaySettings]
    /// Targets are positions in `gateways`.
    let table: RoutingTable<Int>

    /// Checks the lists of a settings file against each other; nil for a list that the file does not have.
    ///
    /// Without lists, every message goes through the single gateway that `gateway.*` describes.
    init(gateways names: [String]?, routes: [RouteLine]?) throws(SettingsProblem) {
        gateways = names?.map { GatewaySettings(named: $0) } ?? [.single]
        switch (names, routes) {
        case (nil, nil): table = RoutingTable(everythingTo: 0)
        case (nil, .some): throw SettingsProblem("routes needs gateways, the list that it chooses from")
        case (.some, .some(let lines)): table = try Self.table(lines, among: gateways)
        case (.some, nil):
            guard gateways.count == 1 else {
                throw SettingsProblem(
                    "routes is not set: with several gateways it says which number goes through which")
            }
            table = RoutingTable(everythingTo: 0)
        }
    }

    private static func table(
        _ lines: [RouteLine], among gateways: [GatewaySettings]
    ) throws(SettingsProblem) -> RoutingTable<Int> {
        var routes: [GatewayRoute<Int>] = []
        for line in lines {
            guard let target = gateways.firstIndex(where: { $0.name == line.gateway }) else {
                throw SettingsProblem("routes: entry \(line.number) names \(line.gateway), which is not in gateways")
            }
            routes.append(GatewayRoute(prefix: line.prefix, app: line.app, target: target))
        }
        guard let rest = routes.popLast(), rest.prefix == nil, rest.app == nil else {
            throw SettingsProblem("routes: the last entry must have no prefix and no app; it takes what is left")
        }
        do throws(UnreachableRoute) {
            return try RoutingTable(routes, rest: rest.target)
        } catch {
            let (hidden, before) = (error.index + 1, error.behind + 1)
            throw SettingsProblem(
                "routes: entry \(hidden) is never reached, for entry \(before) takes all its messages")
        }
    }

    /// The names in the list of gateways; nil without a list.
    var listedNames: String? {
        let names = gateways.compactMap(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The routes in their order, for example `+49 shop -> main, else -> other`; nil without a list of gateways.
    var listedRoutes: String? {
        guard let rest = gateways[table.rest].name else { return nil }
        let lines = table.routes.map { route in
            let parts = [route.prefix?.description, route.app?.description, "->", gateways[route.target].name]
            return parts.compactMap { $0 }.joined(separator: " ")
        }
        return (lines + ["else -> \(rest)"]).joined(separator: ", ")
    }
}
