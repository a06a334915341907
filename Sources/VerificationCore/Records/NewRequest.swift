/// A row of the table `verification_request`: it leads from a request's id to a verification.
package struct NewRequest: Sendable, Hashable {
    /// The verdict, as far as the store keeps it.
    package enum Outcome: String, Sendable, CaseIterable {
        case send, duplicate, limited, refused, expired
        /// Its idempotency key belongs to another request; it leads to no verification.
        case conflict
    }

    package let id: VerificationID
    package let verification: VerificationID
    package let outcome: Outcome
    /// The ordinal of the message that the request caused; nil when it caused no message.
    package let message: Int?
    /// The trace that the request came with; nil without such a trace.
    package let trace: TraceID?
    /// The caller's texts, of a request that joined; those of the first request are in the verification's row.
    package let metadata: [String: String]

    package init(
        id: VerificationID, verification: VerificationID, outcome: Outcome, message: Int?, trace: TraceID? = nil,
        metadata: [String: String] = [:]
    ) {
        self.id = id
        self.verification = verification
        self.outcome = outcome
        self.message = message
        self.trace = trace
        self.metadata = metadata
    }
}
