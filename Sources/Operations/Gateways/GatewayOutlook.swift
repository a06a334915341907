import VerificationCore

/// Which gateways get the messages now, and which would get them after a change.
package struct GatewayOutlook: Sendable {
    /// A route in which the gateway is.
    package struct Way: Sendable {
        package let route: GatewayList.Route
        /// Empty when no gateway takes the route's messages.
        package let before: [RouteTargets<String>.Part]
        package let after: [RouteTargets<String>.Part]
    }

    package let ways: [Way]
    /// Whether no route at all has a gateway that takes messages after the change.
    package let isLast: Bool
    /// What the registry says of the gateway now.
    package let entry: GatewayStatuses.Entry
    /// The gateway's calls among those of all gateways in the last minutes; nil when nothing is known of them.
    package let calls: (own: Int, all: Int)?

    /// Routes whose messages no gateway takes after the change, although a gateway takes them now.
    package var stranded: [Way] { ways.filter { $0.after.isEmpty && !$0.before.isEmpty } }

    /// - Parameters:
    ///   - change: nil shows how it is.
    ///   - name: the gateway to change.
    ///   - list: the routes.
    ///   - statuses: what operators said and breakers do; a gateway that is missing is untouched.
    ///   - traffic: nil when it is not known.
    package init(
        of change: GatewayChange?, of name: String, in list: GatewayList,
        on statuses: [String: GatewayStatuses.Entry], traffic: GatewayTraffic?
    ) {
        let entry = statuses[name] ?? GatewayStatuses.Entry()
        var after = statuses
        if let change {
            after[name] = GatewayStatuses.Entry(
                control: change.applied(to: entry.control), notice: entry.notice, learned: entry.learned)
        }
        ways = list.routes(of: name).map { Way(route: $0, before: $0.parts(on: statuses), after: $0.parts(on: after)) }
        isLast = list.routes.allSatisfy { $0.parts(on: after).isEmpty }
        self.entry = entry
        calls = traffic.map { ($0.parts[name]?.calls ?? 0, $0.allCalls) }
    }
}
