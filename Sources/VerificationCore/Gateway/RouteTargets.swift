/// The gateways of a route: some share its messages, the others take over when none of those can.
package struct RouteTargets<Gateway: Sendable>: Sendable {
    /// A gateway and its part of the messages.
    package struct Share: Sendable {
        package let gateway: Gateway
        /// Weights 3 and 1 give three quarters and a quarter of the messages; at 0 only what nobody else can take.
        package let weight: Int

        package init(_ gateway: Gateway, weight: Int = 1) {
            self.gateway = gateway
            self.weight = weight
        }
    }

    /// Share the messages by their weights; need not be in the order of their weights.
    package let first: [Share]
    /// In the order in which they are asked, when no gateway of `first` can take the message.
    package let then: [Gateway]
    /// Whether the weights follow what the gateways deliver; see `RouteLearning`.
    package let learns: Bool

    package init(first: [Share], then: [Gateway] = [], learns: Bool = false) {
        self.first = first
        self.then = then
        self.learns = learns
    }

    /// Everything goes to this gateway.
    package init(only gateway: Gateway) {
        self.init(first: [Share(gateway)])
    }

    /// All gateways, in the order in which they are written.
    package var all: [Gateway] { first.map(\.gateway) + then }

    /// A gateway's weight as it counts now: an operator's, or that of the route with what the route has learned.
    ///
    /// `learned`: nil for a gateway that has its whole weight.
    func weight(of share: Share, _ said: GatewaySwitch, _ learned: LearnedShare?) -> Double {
        if let weight = said.weight { return Double(weight) }
        guard learns, let learned else { return Double(share.weight) }
        return Double(share.weight) * Double(learned.percent) / Double(LearnedShare.whole)
    }

    /// The only gateway; nil when there are several.
    package var only: Gateway? { first.count == 1 && then.isEmpty ? first[0].gateway : nil }

    /// The same targets with other gateways, for example positions in place of names.
    package func map<Other, Failure: Error>(
        _ transform: (Gateway) throws(Failure) -> Other
    ) throws(Failure) -> RouteTargets<Other> {
        var shares: [RouteTargets<Other>.Share] = []
        for share in first { shares.append(.init(try transform(share.gateway), weight: share.weight)) }
        var others: [Other] = []
        for gateway in then { others.append(try transform(gateway)) }
        return RouteTargets<Other>(first: shares, then: others, learns: learns)
    }
}
