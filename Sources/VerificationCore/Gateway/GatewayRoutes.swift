/// Port: the gateway that a message goes through, and permission to use it now.
package protocol GatewayRoutes: Sendable {
    /// Waits for a free place at the gateway that an app's messages to a number take.
    ///
    /// A gateway bounds how many calls are in flight, and how many begin each second. The worker asks before the claim,
    /// so that after the claim's commit nothing but the call is left to do. Throws only when the task is cancelled, or
    /// after `turnAway`.
    func permit(for phone: PhoneNumber, of app: AppID) async throws(CancellationError) -> GatewayPermit

    /// Turns away every request that waits for a place, and every request that asks from now on.
    ///
    /// Places that are held stay held. A second call does nothing.
    func turnAway()
}
