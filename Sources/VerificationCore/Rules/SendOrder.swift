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

/// Where a message may go, as far as an earlier try of it decides.
package enum RepeatPlace: Sendable, Hashable {
    /// To any gateway of its route.
    case anywhere
    /// Only to this gateway: it may have the message, and makes one SMS of both tries.
    case only(String)
    /// To no gateway: the gateway that may have it is gone, and the app wants no second SMS.
    case nowhere
}

extension SendOrder {
    /// Decides where the message may go.
    ///
    /// A repeat is exact only at the gateway of the earlier call. Example: `a` honours idempotency keys, and its answer
    /// was lost. At `a` the repeat makes no second SMS; at `b` it may.
    ///
    /// - Parameters:
    ///   - policy: What the app wants when the repeat cannot be exact.
    ///   - honorsKeys: Whether a gateway honours idempotency keys; nil when it is no longer configured.
    /// - Returns: `anywhere` for a message that no earlier try can have sent, as nearly all are.
    package func place(under policy: UnknownOutcomePolicy, honorsKeys: (String) -> Bool?) -> RepeatPlace {
        guard let mayBeAt else { return .anywhere }
        if honorsKeys(mayBeAt) == true { return .only(mayBeAt) }
        return policy == .resend ? .anywhere : .nowhere
    }
}
