/// How a publisher or consumer stands with its broker.
package enum AMQPConnectionState: Sendable, Equatable {
    /// No connection can be used: it is being made, or the broker has been silent on it for too long.
    ///
    /// `lastFailure` says why; nil before the first failure.
    case connecting(lastFailure: AMQPError?)
    case ready
    /// Connected, but the broker takes no messages because of a memory or disk alarm.
    case blocked
    /// `run()` has ended, for good.
    case closed
}
