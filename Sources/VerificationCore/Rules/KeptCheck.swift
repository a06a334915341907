/// What is on record of a check's idempotency key.
package struct KeptCheck: Sendable, Hashable {
    let fingerprint: [UInt8]
    package let verification: VerificationID
    /// How many tries were left after a wrong code; nil for a right code.
    let remainingChecks: Int?

    package init(fingerprint: [UInt8], verification: VerificationID, remainingChecks: Int?) {
        self.fingerprint = fingerprint
        self.verification = verification
        self.remainingChecks = remainingChecks
    }
}
