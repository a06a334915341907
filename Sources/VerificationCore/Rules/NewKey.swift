/// A row of `idempotency_key`: which call the app's key belongs to, of a request or of a check.
package struct NewKey: Sendable, Hashable {
    package let id: KeyID
    /// Of what was asked; see `VerificationRequest.fingerprint` and `TypedCode.fingerprint`.
    package let fingerprint: [UInt8]
    package let verification: VerificationID
    /// What a wrong code was answered; nil for one that approved, and for a request.
    package var remainingChecks: Int?
}
