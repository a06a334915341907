/// The gateways of a route: some share its messages, the others take over when none of those can.
package struct RouteTargets<Gateway: Sendable>: Sendable {
    /// A gateway and its part of the messages.
    package struct Share: Sendable {
        package let gateway: Gateway
        /// Weights 3 and 1 give three quarters and a quarter of the messages; at 0 a gateway gets only what no other
        /// gateway can take.
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
    func weight(of share: Share, said: GatewaySwitch, learned: LearnedShare?) -> Double {
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

extension RouteTargets {
    /// A gateway and the part of a route's messages that are offered to it first, above 0 and up to 1.
    package struct Part: Sendable {
        package let gateway: Gateway
        package let share: Double
    }

    /// Which part of the messages each gateway is offered first, by the rules of `order(by:_:)`.
    ///
    /// Example: with weights 2, 1, 1 and the first away, the two others have half of the messages each.
    ///
    /// - Parameters:
    ///   - control: what an operator said of a gateway.
    ///   - learned: what a route that learns has learned of a gateway.
    ///   - isAway: whether a gateway takes no messages now, for example because its breaker is open.
    /// - Returns: the gateways that get messages; empty when no gateway can take any.
    package func parts(
        _ control: (Gateway) -> GatewaySwitch, learned: (Gateway) -> LearnedShare? = { _ in nil },
        isAway: (Gateway) -> Bool
    ) -> [Part] {
        let weighted = first.compactMap { share -> Part? in
            let said = control(share.gateway)
            let weight = weight(of: share, said: said, learned: learned(share.gateway))
            return said.isOff || isAway(share.gateway) || weight == 0
                ? nil : Part(gateway: share.gateway, share: weight)
        }
        let sum = weighted.reduce(0) { $0 + $1.share }
        if sum > 0 { return weighted.map { Part(gateway: $0.gateway, share: $0.share / sum) } }
        return order(by: 0, control).first { !isAway($0) }.map { [Part(gateway: $0, share: 1)] } ?? []
    }
}

extension RouteTargets {
    /// The order in which the gateways are asked for a single message.
    ///
    /// First come those of `first`: each place goes to a gateway that is left, by chance and weight. Then come those of
    /// `then`, in their order. Last come gateways with the weight 0, as they are written. A gateway that is off does not
    /// come.
    ///
    /// If the caller skips the gateways that are away, the others share the messages by their weights. Example: with
    /// weights 2, 1, 1 and the first away, the two others have half of the messages each.
    ///
    /// - Parameters:
    ///   - chance: from 0 to below 1; all choices are made from it.
    ///   - control: what an operator said of a gateway. Its weight takes the place of the route's weight; for a gateway
    ///     of `then` only the weight 0 matters.
    ///   - learned: what a route that learns has learned of a gateway; an operator's weight wins.
    /// - Returns: every gateway that is not off, once.
    package func order(
        by chance: Double, _ control: (Gateway) -> GatewaySwitch, learned: (Gateway) -> LearnedShare? = { _ in nil }
    ) -> [Gateway] {
        var shares: [Draw] = []
        var others: [Gateway] = []
        var last: [Gateway] = []
        for share in first {
            let said = control(share.gateway)
            if said.isOff { continue }
            let weight = weight(of: share, said: said, learned: learned(share.gateway))
            if weight > 0 { shares.append((share.gateway, weight)) } else { last.append(share.gateway) }
        }
        for gateway in then {
            let said = control(gateway)
            if said.isOff { continue }
            if said.weight == 0 { last.append(gateway) } else { others.append(gateway) }
        }
        return Self.draw(shares, by: chance) + others + last
    }

    /// A gateway with its weight, above 0; no whole number, so that the sum of huge weights fits.
    private typealias Draw = (gateway: Gateway, weight: Double)

    /// Draws all shares, each by its weight among those that are left.
    ///
    /// After a draw, where `chance` lies within the drawn share is as good as a new chance.
    private static func draw(_ shares: [Draw], by chance: Double) -> [Gateway] {
        var (left, chance) = (shares, chance)
        var drawn: [Gateway] = []
        while left.count > 1 {
            var point = chance * left.reduce(0) { $0 + $1.weight }
            var index = 0
            while index < left.count - 1, point >= left[index].weight {
                point -= left[index].weight
                index += 1
            }
            let share = left.remove(at: index)
            chance = min(point / share.weight, 1.0.nextDown)
            drawn.append(share.gateway)
        }
        return drawn + left.map(\.gateway)
    }
}
