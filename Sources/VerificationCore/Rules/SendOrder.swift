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

/// An earlier message of a verification, as far as it decides where a further message goes.
package struct EarlierMessage: Sendable, Hashable {
    package let ordinal: Int
    /// The gateway that was called last.
    package let gateway: String
    package let status: MessageStatus
    /// Whether the provider has named the message, so that a receipt can be of it.
    package let hasID: Bool

    package init(ordinal: Int, gateway: String, status: MessageStatus, hasID: Bool) {
        self.ordinal = ordinal
        self.gateway = gateway
        self.status = status
        self.hasID = hasID
    }

    /// Whether the gateway has delivered the message; nil when nothing speaks for or against it.
    ///
    /// A person who asks again has waited for `resendAfter` already. So the silence of a gateway that reports delivery says
    /// that it has not delivered. The silence of a gateway that reports nothing says nothing.
    func isDelivered(_ reportsDelivery: (String) -> Bool) -> Bool? {
        switch status {
        case .delivered: true
        case .undelivered: false
        case .accepted: hasID && reportsDelivery(gateway) ? false : nil
        // The message has not left, or may have: the rule for repeats decides about it.
        case .sending, .failed, .unknown: nil
        }
    }
}

extension SendOrder {
    /// The gateways that should have this message last, because they have not delivered an earlier one.
    ///
    /// It chooses for a further message that the person asked for, and for no other: a message that an earlier try may
    /// have sent has no `earlier`, so its place is the one that `place(under:honorsKeys:)` says.
    ///
    /// - Parameter reportsDelivery: Whether a gateway's provider reports the delivery of its messages.
    /// - Returns: each gateway once, the one that failed last first. Example: `a` and then `b` did not deliver. The third
    ///   message goes to `c`, without `c` to `a`, and only without both to `b`.
    package func avoided(reportsDelivery: (String) -> Bool) -> [String] {
        var judged: Set<String> = []
        var avoided: [String] = []
        for message in earlier.reversed() {
            // The newest result of a gateway counts.
            guard let isDelivered = message.isDelivered(reportsDelivery), judged.insert(message.gateway).inserted
            else { continue }
            if !isDelivered { avoided.append(message.gateway) }
        }
        return avoided
    }
}
