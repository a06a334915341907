/// Where each message goes: the first route that is for it decides, and what no route is for goes to the rest.
///
/// With `+49 → A`, `app shop → B`, rest `C`, a message of `shop` to `+49…` goes to A, one to `+43…` to B, and what other
/// apps send to `+43…` goes to C.
package struct RoutingTable<Target: Sendable>: Sendable {
    /// In the order in which they are tried.
    package let routes: [GatewayRoute<Target>]
    /// Where messages go that no route is for.
    package let rest: Target

    /// Sends everything one way.
    package init(everythingTo target: Target) {
        routes = []
        rest = target
    }

    /// - Throws: the first route that can never decide, because an earlier one is for all its messages.
    package init(_ routes: [GatewayRoute<Target>], rest: Target) throws(UnreachableRouteError) {
        let last = GatewayRoute(target: rest)
        for (index, route) in (routes + [last]).enumerated() {
            if let earlier = routes[..<index].firstIndex(where: { $0.covers(route) }) {
                throw UnreachableRouteError(index: index, behind: earlier)
            }
        }
        self.routes = routes
        self.rest = rest
    }

    private init(unchecked routes: [GatewayRoute<Target>], rest: Target) {
        self.routes = routes
        self.rest = rest
    }

    /// Where an app's message to a number goes.
    package func target(for phone: PhoneNumber, of app: AppID) -> Target {
        routes.first { $0.covers(phone, of: app) }?.target ?? rest
    }

    /// The same table with other targets, for example gateways in place of their names.
    package func map<Other, Failure: Error>(
        _ transform: (Target) throws(Failure) -> Other
    ) throws(Failure) -> RoutingTable<Other> {
        var mapped: [GatewayRoute<Other>] = []
        for route in routes {
            mapped.append(
                GatewayRoute(
                    region: route.region, prefix: route.prefix, app: route.app, target: try transform(route.target)))
        }
        return RoutingTable<Other>(unchecked: mapped, rest: try transform(rest))
    }
}

/// One line of a routing table: the messages it is for, and where they go.
package struct GatewayRoute<Target: Sendable>: Sendable {
    /// The ISO 3166 code of the numbers' region, for example `DE`; nil for all regions.
    package let region: String?
    /// Nil for all numbers.
    package let prefix: PhonePrefix?
    /// Nil for all apps.
    package let app: AppID?
    /// For example the name of a gateway.
    package let target: Target

    package init(region: String? = nil, prefix: PhonePrefix? = nil, app: AppID? = nil, target: Target) {
        (self.region, self.prefix, self.app, self.target) = (region, prefix, app, target)
    }

    /// Whether the route is for an app's message to a number.
    package func covers(_ phone: PhoneNumber, of app: AppID) -> Bool {
        (prefix?.covers(phone) ?? true) && (self.app ?? app) == app && (region ?? phone.region) == phone.region
    }

    /// Whether the route is for every message that another is for.
    ///
    /// Which prefixes a region's numbers have is not known here. So a route for `+49` does not cover a route for `DE`.
    package func covers<Other>(_ other: GatewayRoute<Other>) -> Bool {
        let hasNumbers = prefix.map { prefix in other.prefix.map { prefix.covers($0) } ?? false } ?? true
        let hasRegion = region == nil || region == other.region
        return hasNumbers && hasRegion && (app == nil || app == other.app)
    }
}

/// A route that can never decide, because an earlier one is for all its messages.
package struct UnreachableRouteError: Error, Sendable, Hashable {
    /// Which it is, from 0; the rest counts as the last.
    package let index: Int
    /// The earlier route, from 0.
    package let behind: Int
}
