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
            let weight = weight(of: share, said, learned(share.gateway))
            return said.isOff || isAway(share.gateway) || weight == 0
                ? nil : Part(gateway: share.gateway, share: weight)
        }
        let sum = weighted.reduce(0) { $0 + $1.share }
        if sum > 0 { return weighted.map { Part(gateway: $0.gateway, share: $0.share / sum) } }
        return order(by: 0, control).first { !isAway($0) }.map { [Part(gateway: $0, share: 1)] } ?? []
    }
}
