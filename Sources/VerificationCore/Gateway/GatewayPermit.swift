import Synchronization

/// A place at a gateway.
///
/// A worker holds it from before the claim until the gateway has answered, or the verdict was not to send.
package final class GatewayPermit: Sendable {
    package let gateway: any SMSGateway
    private let onBegin: (@Sendable () async -> Void)?
    private let onReport: @Sendable (SendOutcome, Duration) -> Void
    private let onRelease: @Sendable () -> Void
    private let isReleased = Atomic(false)

    package init(
        gateway: any SMSGateway, onBegin: (@Sendable () async -> Void)? = nil,
        onReport: @escaping @Sendable (SendOutcome, Duration) -> Void = { _, _ in },
        onRelease: @escaping @Sendable () -> Void
    ) {
        self.gateway = gateway
        self.onBegin = onBegin
        self.onReport = onReport
        self.onRelease = onRelease
    }

    /// Returns when the pace allows the call to begin; called right before a call.
    ///
    /// The pace admits requests before their claims. As a rule it has nothing more to say here. But when the database
    /// stalls, requests gather between the two, and without this wait all their calls would begin at once.
    package func begin() async { await onBegin?() }

    /// Reports the outcome of the call, and how long it took, so that the gateway's breaker learns from it.
    ///
    /// Called once after a call, before `release`; not called when no call was made.
    package func report(_ outcome: SendOutcome, took: Duration) { onReport(outcome, took) }

    /// Gives the place to the next request that waits; a second call does nothing.
    package func release() {
        if !isReleased.exchange(true, ordering: .relaxed) { onRelease() }
    }
}

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
