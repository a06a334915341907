/// A message's identity, the same in every try; gateways get it as the idempotency key.
public struct MessageID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The verification whose code the message carries.
    public let verification: VerificationID
    /// 1 for the first SMS of a verification, 2 for the second.
    public let ordinal: Int

    /// Names the message with this ordinal.
    public init(verification: VerificationID, ordinal: Int) {
        self.verification = verification
        self.ordinal = ordinal
    }

    /// The verification's id, a dot and the ordinal.
    public var description: String { "\(verification).\(ordinal)" }

    /// Orders the messages' rows for locking.
    public static func < (left: MessageID, right: MessageID) -> Bool {
        (left.verification, left.ordinal) < (right.verification, right.ordinal)
    }
}
