import NIOCore

/// How long a connection may be silent.
package struct KeepAlive: Sendable {
    /// Between two calls, and before the first.
    ///
    /// A proxy or a client that goes on using a connection at the moment of its end finds it closed, and says so to its
    /// own caller, for example by `502`. So this has to be longer than the time after which the other side ends a
    /// connection itself: 60 s is usual for balancers and for clients.
    let betweenCalls: TimeAmount

    /// In the middle of a call.
    let withinCall: TimeAmount

    package static let standard = KeepAlive(betweenCalls: .seconds(75))

    package init(betweenCalls: TimeAmount, withinCall: TimeAmount = .seconds(20)) {
        (self.betweenCalls, self.withinCall) = (betweenCalls, withinCall)
    }
}
