/// What is on record of a claim before it is decided.
package struct ClaimFacts: Sendable, Hashable {
    /// Of the very request.
    package var seen: SeenRequest?
    /// Of its idempotency key.
    package var keyHolder: KeyHolder?

    package init(seen: SeenRequest? = nil, keyHolder: KeyHolder? = nil) {
        self.seen = seen
        self.keyHolder = keyHolder
    }
}

/// What is already on record of a request that is delivered again.
package struct SeenRequest: Sendable, Hashable {
    package let verification: VerificationID
    /// Whom it was for; nil when the verification has been forgotten.
    package let key: PhoneKey?
    /// The message that this request caused; none when it was a duplicate, limited, refused or expired.
    package let message: MessageFacts?

    package init(verification: VerificationID, key: PhoneKey?, message: MessageFacts?) {
        self.verification = verification
        self.key = key
        self.message = message
    }
}

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

/// A message's identity, the same in every try, and therefore the idempotency key that a gateway gets.
public struct MessageID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The verification whose code the message carries.
    public let verification: VerificationID
    /// 1 for the first SMS of a verification, 2 for its first resend.
    public let ordinal: Int

    /// Names the message of that ordinal.
    public init(verification: VerificationID, ordinal: Int) {
        self.verification = verification
        self.ordinal = ordinal
    }

    /// The verification's id, a dot and the ordinal.
    public var description: String { "\(verification).\(ordinal)" }

    /// The order in which messages are locked, everywhere.
    public static func < (left: MessageID, right: MessageID) -> Bool {
        (left.verification, left.ordinal) < (right.verification, right.ordinal)
    }
}
