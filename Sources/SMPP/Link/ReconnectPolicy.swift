import ConnectionSupport

/// How long to wait before the next connection.
package struct ReconnectPolicy: Sendable {
    /// After a connection that failed or was lost: at most 1 s, then 2 s, and so on up to a minute.
    package var usual = Backoff(base: .seconds(1), cap: .seconds(60))
    /// After a bind that was refused because of its credentials: at most a minute, then two, up to ten.
    ///
    /// The operator has to correct them first, and many SMSCs lock an account that tries too often.
    package var refused = Backoff(base: .seconds(60), cap: .seconds(600))

    package init() {}

    /// The pause after so many failures in a row, the last of which was `reason`; chance is between 0 and 1.
    package func pause(after reason: SMPPError, failures: Int, chance: Double) -> Duration {
        let backoff =
            switch reason.code {
            case .bindRefused(let status) where status.refusesCredentials: refused
            case .bindRefused, .lengthOutOfRange, .sequenceZero, .truncated, .fieldTooLong, .fieldUnusable,
                .parametersUnreadable, .connectionFailed, .tlsFailed, .bindTimedOut, .silent, .unboundByPeer, .nacked,
                .connectionLost, .invalidConfiguration:
                usual
            }
        return backoff.delay(after: failures, chance: chance)
    }
}
