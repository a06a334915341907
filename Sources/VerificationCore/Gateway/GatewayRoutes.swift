/// Port: the gateways that a message may go through, and permission to use them now.
package protocol GatewayRoutes: Sendable {
    /// Waits for a free place at a gateway that an app's messages to a number take.
    ///
    /// A gateway bounds how many calls are in flight, how many begin each second, and how many requests wait for their
    /// turn. The worker asks before the claim, so that after the claim's commit nothing but the call is left to do.
    ///
    /// Chance and weight choose among the route's first gateways that can take messages now; if there is no such
    /// gateway, the next gateway in the route's order is asked. A caller that waits at a gateway whose breaker opens, or
    /// that is switched off, moves to the next gateway.
    ///
    /// - Parameters:
    ///   - phone: where the message goes.
    ///   - app: whose message it is.
    ///   - patience: how long the caller may wait; the wait ends at most a second later.
    /// - Returns: a place, or why there is none.
    /// - Throws: only when the task is cancelled, or after `sendBack` or `turnAway`.
    func permit(
        for phone: PhoneNumber, of app: AppID, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry

    /// Takes a place at the next gateway of the route, after the gateways `tried` have refused the message in this try.
    ///
    /// Never waits; nil when no other gateway of the route has a free place now.
    func permitNow(for phone: PhoneNumber, of app: AppID, besides tried: Set<String>) -> GatewayPermit?

    /// Waits for a free place at this gateway and no other; `away` also when it is not configured any more.
    ///
    /// For a message whose repeat is harmless only at the gateway that may have it already.
    func permit(at gateway: String, within patience: Duration) async throws(CancellationError) -> GatewayEntry

    /// Waits for a free place at a gateway of the route besides those that have not delivered earlier messages.
    ///
    /// Only gateways that can take messages now are asked; `away` when there is none.
    func permit(
        for phone: PhoneNumber, of app: AppID, besides avoided: Set<String>, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry

    /// Whether the route has gateways besides those that have refused this try, even if they are away or full now.
    func hasOthers(for phone: PhoneNumber, of app: AppID, besides tried: Set<String>) -> Bool

    /// Whether a gateway honours idempotency keys; nil when it is not configured any more.
    func honorsIdempotencyKeys(at gateway: String) -> Bool?

    /// Whether a gateway's provider reports the delivery of its messages; false when the gateway is not configured any
    /// more.
    func reportsDelivery(at gateway: String) -> Bool

    /// Turns away every request that waits for a place now; later requests may wait again.
    func sendBack()

    /// Turns away every request that waits for a place, and every request that asks from now on.
    ///
    /// Places that are held stay held. A second call does nothing.
    func turnAway()
}
