/// A row of the table `idempotency_key`: the request or the check that an app's key belongs to.
package struct NewKey: Sendable, Hashable {
    package let id: KeyID
    /// A hash of what the caller asked; see `VerificationRequest.fingerprint` and `TypedCode.fingerprint`.
    package let fingerprint: [UInt8]
    package let verification: VerificationID
    /// How many tries were left after a wrong code; nil for a right code, and for a request.
    package var remainingChecks: Int?
}
