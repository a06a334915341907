/// A place at a gateway, held from before the claim until the gateway has answered or the verdict was not to send.
package struct GatewayPermit: Sendable {
    package let gateway: any SMSGateway
    private let onRelease: @Sendable () -> Void

    package init(gateway: any SMSGateway, onRelease: @escaping @Sendable () -> Void) {
        self.gateway = gateway
        self.onRelease = onRelease
    }

    /// Gives the place to whoever waits next; call it exactly once.
    package func release() { onRelease() }
}
