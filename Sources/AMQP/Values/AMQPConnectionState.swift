/// How a publisher or consumer stands with its broker.
package enum AMQPConnectionState: Sendable, Equatable {
    /// A connection is being made; `lastFailure` says why the last connection ended, nil before the first.
    case connecting(lastFailure: AMQPError?)
    case ready
    /// Connected, and the broker takes no messages because of a memory or disk alarm.
    case blocked
    /// `run()` has ended, for good.
    case closed
}
