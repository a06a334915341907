/// How a publisher or consumer stands with its broker.
package enum AMQPConnectionState: Sendable, Equatable {
    /// No connection can be used: it is being made, or the broker has been silent on it for too long.
    ///
    /// `lastFailure` says why; nil before the first failure.
    case connecting(lastFailure: AMQPError?)
    case ready
    /// Connected, but the broker takes no messages because of a memory or disk alarm.
    ///
    /// `reason` is the broker's own text, for example `low on memory`.
    case blocked(reason: String)
    /// `run()` has ended, for good.
    case closed

    /// Why the broker takes no messages, as the broker says it; nil in every state but `blocked`.
    package var alarm: String? {
        switch self {
        case .blocked(let reason): reason
        case .connecting, .ready, .closed: nil
        }
    }
}
