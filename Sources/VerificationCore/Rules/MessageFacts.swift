/// One message as the claim finds it.
package struct MessageFacts: Sendable, Hashable {
    package let ordinal: Int
    package var stage: MessageStage
    /// Raised by every claim; a worker that comes back late holds a lower one and changes nothing.
    package var fence: Int
    package var tries: Int
    /// Of the claim that was saved last; see `Claim.token`.
    package var token: UInt64
    /// Whether an earlier try may have left after all.
    package var mayBeDuplicate: Bool
    /// Whether it is a test number's, which takes from no limit.
    package let isFree: Bool
    /// When the message took its share of the limits.
    package let spentAt: Timestamp

    package init(
        ordinal: Int, stage: MessageStage, fence: Int, tries: Int, token: UInt64, mayBeDuplicate: Bool, isFree: Bool,
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
