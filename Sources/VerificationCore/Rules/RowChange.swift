/// What a decision writes; a store carries out exactly these and nothing of its own.
package enum RowChange: Sendable, Hashable {
    case insertVerification(NewVerification)
    case insertRequest(NewRequest)
    case insertMessage(NewMessage)
    case insertKey(NewKey)
    /// Another try of a message, or its end without one.
    case updateMessage(MessageChange)
    /// Only a pending verification ends.
    case endVerification(VerificationID, VerificationStatus, reason: String?)
    /// How many wrong codes a verification has had.
    case countWrongCodes(VerificationID, Int)
}

/// A row of `verification`.
package struct NewVerification: Sendable, Hashable {
    package let request: VerificationRequest
    package let status: VerificationStatus
    package let reason: String?
    package let code: CodeRecipe
    package let maxSends: Int
    package let maxChecks: Int
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
}

/// A row of `verification_request`: any request's id leads to its verification.
package struct NewRequest: Sendable, Hashable {
    /// The verdict, as far as it is kept.
    package enum Outcome: String, Sendable, CaseIterable {
        case send, duplicate, limited, refused, expired
        /// Its idempotency key belongs to another request; it leads to no verification.
        case conflict
    }

    package let id: VerificationID
    package let verification: VerificationID
    package let outcome: Outcome
    /// The ordinal of the message it caused.
    package let message: Int?

    package init(id: VerificationID, verification: VerificationID, outcome: Outcome, message: Int?) {
        self.id = id
        self.verification = verification
        self.outcome = outcome
        self.message = message
    }
}

/// A row of `message`.
package struct NewMessage: Sendable, Hashable {
    package let id: MessageID
    package let createdAt: Timestamp
    package let leasedUntil: Timestamp
    package let token: UInt64
    /// Whether it is a test number's.
    package let isFree: Bool
}

/// A row of `idempotency_key`: which call the app's key belongs to, of a request or of a check.
package struct NewKey: Sendable, Hashable {
    package let id: KeyID
    /// Of what was asked; see `VerificationRequest.fingerprint` and `TypedCode.fingerprint`.
    package let fingerprint: [UInt8]
    package let verification: VerificationID
    /// What a wrong code was answered; nil for one that approved, and for a request.
    package var remainingChecks: Int?
}

/// Another stage of a message that exists.
package struct MessageChange: Sendable, Hashable {
    /// The stages that a claim can bring a message to.
    package enum Stage: Sendable, Hashable {
        case leased(until: Timestamp)
        case ended(MessageStatus, reason: String)
    }

    package let id: MessageID
    package let stage: Stage
    package let fence: Int
    package let tries: Int
    package let token: UInt64
    package let mayBeDuplicate: Bool
    package let isFree: Bool
    package let spentAt: Timestamp
}
