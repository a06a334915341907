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
            let weight = weight(of: share, said, learned(share.gateway))
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
