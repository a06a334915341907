/// Port: which gateway a message goes through, and leave to use it now.
package protocol GatewayRoutes: Sendable {
    /// Waits for a free place at the gateway that an app's messages to a number take: in flight, and per second.
    ///
    /// Called before the claim, so that nothing but the call lies between the claim's commit and the gateway. Throws
    /// only when the task is cancelled, or after `turnAway`.
    func permit(for phone: PhoneNumber, of app: AppID) async throws(CancellationError) -> GatewayPermit

    /// Sends away all callers who wait for a place, and those who ask for a place from now on.
    ///
    /// Places that are held stay held. A second call does nothing.
    func turnAway()
}
