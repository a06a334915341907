/// What a request gets that asks for a place at a gateway.
package enum GatewayEntry: Sendable {
    case admitted(GatewayPermit)
    /// All gateways of the route are away: switched off, or their breakers are open.
    case away
    /// As many requests wait already as may; the line will take about so long.
    case full(Duration)
    /// The request's patience was over before its turn came.
    case late
}
