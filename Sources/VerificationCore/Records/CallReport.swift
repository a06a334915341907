/// A call of a gateway after which no gateway is known to have the message, as an app may see it.
///
/// A message's own members tell of the call that went well, so most messages have no such report.
package struct CallReport: Sendable, Hashable {
    /// What came of the call.
    package enum Outcome: String, Sendable, CaseIterable {
        /// The message definitely did not leave.
        case refused
        /// The message definitely did not leave, because the provider was busy.
        case throttled
        /// The message may have left.
        case unknown
    }

    /// How many reports a message keeps; the newest stay.
    package static let most = 20

    package let gateway: String
    package let outcome: Outcome
    /// A stable identifier; `throttled` for a busy provider.
    package let reason: String
    /// When the call ended, by the store's clock as far as the worker knew it.
    package let endedAt: Timestamp
    /// How long the call took, in whole milliseconds.
    package let milliseconds: Int

    package init(gateway: String, outcome: Outcome, reason: String, endedAt: Timestamp, milliseconds: Int) {
        self.gateway = gateway
        self.outcome = outcome
        self.reason = reason
        self.endedAt = endedAt
        self.milliseconds = milliseconds
    }
}
