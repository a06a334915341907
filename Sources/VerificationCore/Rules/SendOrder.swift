/// Permission for a worker to send one message, good until the lease ends.
package struct SendOrder: Sendable, Hashable {
    package let message: MessageID
    /// See `MessageFacts.fence`.
    package let fence: Int
    /// 1 for the first try of this message.
    package let tries: Int
    /// When the message took its share of the limits.
    package let spentAt: Timestamp
    package let lease: Duration
    package let code: CodeSource
    package let mayBeDuplicate: Bool
    /// See `MessageFacts.mayBeAt`.
    package let mayBeAt: String?
    /// The verification's earlier messages, by their ordinals; see `avoided(reportsDelivery:)`.
    ///
    /// Empty for a first message, for a test number, and for a message that an earlier try may have sent.
    package let earlier: [EarlierMessage]
    package let summary: LiveSummary
    /// When the claim was decided.
    package let decidedAt: Timestamp
}

extension SendOrder {
    /// What a caller may know of the verification when this message has not left and never will.
    package var summaryWithoutSend: LiveSummary {
        LiveSummary(
            verification: summary.verification, expiresAt: summary.expiresAt, resendAfter: decidedAt,
            remainingSends: summary.remainingSends + 1, remainingChecks: summary.remainingChecks)
    }
}
