import VerificationCore

/// The gateways and routes of this process's settings; other processes may have others.
package struct GatewayList: Sendable {
    /// A gateway as the settings describe it.
    package struct Member: Sendable, Hashable {
        package let name: String
        /// For example `twilio`.
        package let kind: String
        /// How many calls a worker makes at the same time.
        package let inFlight: Int
        /// How many calls all workers together make in a second; nil for as many as it takes.
        package let perSecond: Int?
        /// Where the provider says how it does, an `https` address; nil without.
        package let statusPage: String?

        package init(name: String, kind: String, inFlight: Int, perSecond: Int?, statusPage: String? = nil) {
            (self.name, self.kind, self.inFlight, self.perSecond) = (name, kind, inFlight, perSecond)
            self.statusPage = statusPage
        }
    }

    /// A route with the names of its gateways.
    package typealias Route = GatewayRoute<RouteTargets<String>>

    package let members: [Member]
    /// The first route that fits decides; the last is for every message that is left.
    package let routes: [Route]

    package init(members: [Member], routes: [Route]) {
        (self.members, self.routes) = (members, routes)
    }

    /// The gateways whose weights follow what they deliver.
    package var learners: Set<String> {
        Set(routes.filter(\.target.learns).flatMap { $0.target.first.map(\.gateway) })
    }

    /// What the routes that learn have learned; asks only where a route learns.
    package func learned(
        from tallies: any TallyStore, at now: Timestamp
    ) async throws(StoreError) -> [String: LearnedShare] {
        let learners = learners
        return learners.isEmpty ? [:] : try await tallies.learnedShares(of: learners, at: now)
    }

    /// Nil when the settings have no such gateway.
    package func member(named name: String) -> Member? { members.first { $0.name == name } }

    /// The routes in which a gateway is.
    package func routes(of gateway: String) -> [Route] { routes.filter { $0.target.all.contains(gateway) } }

    /// The messages of some routes as text, for example `DE; FR`; `all but +49; FR` where the last route is among them.
    package func messages(of some: [Route]) -> String {
        guard some.contains(where: \.isForTheRest) else { return some.map(\.condition).joined(separator: "; ") }
        let conditions = Set(some.map(\.condition))
        let others = routes.map(\.condition).filter { !conditions.contains($0) }
        return others.isEmpty ? "all" : "all but \(others.joined(separator: "; "))"
    }
}

extension GatewayList.Route {
    /// Whether it is for every message that no other route is for.
    fileprivate var isForTheRest: Bool { region == nil && prefix == nil && app == nil }

    /// For which messages it is, for example `DE +49151 shop`.
    package var condition: String {
        let words = [region, prefix?.description, app?.name].compactMap { $0 }
        return words.isEmpty ? "everything else" : words.joined(separator: " ")
    }

    /// The gateways that get its messages now; empty when no gateway takes them.
    ///
    /// `statuses`: what operators said and breakers do; a gateway that is missing is untouched.
    package func parts(on statuses: [String: GatewayStatuses.Entry]) -> [RouteTargets<String>.Part] {
        target.parts({ statuses[$0]?.control ?? .untouched }, learned: { statuses[$0]?.learned }) {
            statuses[$0]?.notice?.state == .open
        }
    }
}
