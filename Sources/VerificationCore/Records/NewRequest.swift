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
