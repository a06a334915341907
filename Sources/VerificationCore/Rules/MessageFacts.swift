/// One message as a claim finds it on record.
package struct MessageFacts: Sendable, Hashable {
    package let ordinal: Int
    package var stage: MessageStage
    /// A number that every claim of the message raises.
    ///
    /// A worker that comes back late holds a lower number, so it changes nothing. For example worker A holds 1, its
    /// lease ends, and the claim of worker B raises it to 2. The store ignores what A records then.
    package var fence: Int
    package var tries: Int
    /// The token of the claim that was saved last; see `Claim.token`.
    package var token: UInt64
    /// Whether an earlier try may have left after all.
    package var mayBeDuplicate: Bool
    /// The gateway that may have the message from an earlier try.
    ///
    /// Nil when no try may have left, or when a worker died in its call, so that the store does not know the gateway.
    package var mayBeAt: String?
    /// Whether the phone is a test number, so that the message takes from no limit.
    package let isForTestNumber: Bool
    /// When the message took its share of the limits.
    package let spentAt: Timestamp

    package init(
        ordinal: Int, stage: MessageStage, fence: Int, tries: Int, token: UInt64, mayBeDuplicate: Bool,
        mayBeAt: String? = nil, isForTestNumber: Bool, spentAt: Timestamp
    ) {
        self.ordinal = ordinal
        self.stage = stage
        self.fence = fence
        self.tries = tries
        self.token = token
        self.mayBeDuplicate = mayBeDuplicate
        self.mayBeAt = mayBeAt
        self.isForTestNumber = isForTestNumber
        self.spentAt = spentAt
    }
}

/// What is already on record of a request that is delivered again.
package struct SeenRequest: Sendable, Hashable {
    package let verification: VerificationID
    /// The app and phone that it was for; nil when the verification has been erased.
    package let phone: PhoneKey?
    /// The message that this request caused; nil when it was a duplicate, limited, refused or expired.
    package let message: MessageFacts?

    package init(verification: VerificationID, phone: PhoneKey?, message: MessageFacts?) {
        self.verification = verification
        self.phone = phone
        self.message = message
    }
}
