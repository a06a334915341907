/// One message as the claim finds it.
package struct MessageFacts: Sendable, Hashable {
    /// A message's three stages; only the last is final.
    package enum Stage: Sendable, Hashable {
        /// A worker has promised to send it before `until`, and may be doing so.
        case leased(until: Timestamp)
        /// It definitely did not leave; its next try is due at `until`.
        case waiting(until: Timestamp)
        case ended
    }

    package let ordinal: Int
    package let stage: Stage
    /// Raised by every claim; a worker that comes back late holds a lower one and changes nothing.
    package let fence: Int
    package let tries: Int
    /// Of the claim that was saved last; see `Claim.token`.
    package let token: UInt64
    /// Whether an earlier try may have left after all.
    package let mayBeDuplicate: Bool
    /// Whether it is a test number's, which takes from no limit.
    package let isFree: Bool
    /// When the message took its share of the limits.
    package let spentAt: Timestamp

    package init(
        ordinal: Int, stage: Stage, fence: Int, tries: Int, token: UInt64, mayBeDuplicate: Bool, isFree: Bool,
        spentAt: Timestamp
    ) {
        self.ordinal = ordinal
        self.stage = stage
        self.fence = fence
        self.tries = tries
        self.token = token
        self.mayBeDuplicate = mayBeDuplicate
        self.isFree = isFree
        self.spentAt = spentAt
    }
}
