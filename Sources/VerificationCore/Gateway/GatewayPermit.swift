import Synchronization

/// A place at a gateway.
///
/// A worker holds it from before the claim until the gateway has answered, or the verdict was not to send.
package final class GatewayPermit: Sendable {
    package let gateway: any SMSGateway
    private let onRelease: @Sendable () -> Void
    private let isReleased = Atomic(false)

    package init(gateway: any SMSGateway, onRelease: @escaping @Sendable () -> Void) {
        self.gateway = gateway
        self.onRelease = onRelease
    }

    /// Gives the place to the next request that waits; a second call does nothing.
    package func release() {
        if !isReleased.exchange(true, ordering: .relaxed) { onRelease() }
    }
}
