import Synchronization

/// A place at a gateway.
///
/// A worker holds it from before the claim until the gateway has answered, or the verdict was not to send.
package final class GatewayPermit: Sendable {
    package let gateway: any SMSGateway
    private let onReport: @Sendable (SendOutcome, Duration) -> Void
    private let onRelease: @Sendable () -> Void
    private let isReleased = Atomic(false)

    package init(
        gateway: any SMSGateway, onReport: @escaping @Sendable (SendOutcome, Duration) -> Void = { _, _ in },
        onRelease: @escaping @Sendable () -> Void
    ) {
        self.gateway = gateway
        self.onReport = onReport
        self.onRelease = onRelease
    }

    /// Tells what came of the call, and how long it took, so that the gateway's breaker learns from it.
    ///
    /// Called once after a call, before `release`; not called when no call was made.
    package func report(_ outcome: SendOutcome, took: Duration) { onReport(outcome, took) }

    /// Gives the place to the next request that waits; a second call does nothing.
    package func release() {
        if !isReleased.exchange(true, ordering: .relaxed) { onRelease() }
    }
}
