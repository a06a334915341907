/// Port: which gateway a number goes through, and leave to use it now.
package protocol GatewayRoutes: Sendable {
    /// Waits for a free place at the gateway of the number's region: in flight, and per second.
    ///
    /// Called before the claim, so that nothing but the call lies between the claim's commit and the gateway. Throws
    /// only when the task is cancelled, or after `turnAway`.
    func permit(for phone: PhoneNumber) async throws(CancellationError) -> GatewayPermit

    /// Sends everybody away who waits for a place, and whoever asks for one from now on.
    ///
    /// Places that are held stay held. A second call does nothing.
    func turnAway()
}
