/// One line of a routing table: the messages it is for, and where they go.
package struct GatewayRoute<Target: Sendable>: Sendable {
    /// Nil for all numbers.
    package let prefix: PhonePrefix?
    /// Nil for all apps.
    package let app: AppID?
    /// For example the name of a gateway.
    package let target: Target

    package init(prefix: PhonePrefix? = nil, app: AppID? = nil, target: Target) {
        self.prefix = prefix
        self.app = app
        self.target = target
    }

    /// Whether the route is for an app's message to a number.
    package func covers(_ phone: PhoneNumber, of app: AppID) -> Bool {
        (prefix?.covers(phone) ?? true) && (self.app ?? app) == app
    }

    /// Whether the route is for every message that another is for.
    package func covers<Other>(_ other: GatewayRoute<Other>) -> Bool {
        let hasNumbers = prefix.map { prefix in other.prefix.map { prefix.covers($0) } ?? false } ?? true
        return hasNumbers && (app == nil || app == other.app)
    }
}
