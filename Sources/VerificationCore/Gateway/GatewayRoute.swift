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
        self.region = region
        self.prefix = prefix
        self.app = app
        self.target = target
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
