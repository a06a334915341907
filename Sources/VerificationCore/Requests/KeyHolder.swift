import Crypto

/// What is on record of a request's idempotency key.
package struct KeyHolder: Sendable, Hashable {
    package let fingerprint: [UInt8]
    package let verification: VerificationID

    package init(fingerprint: [UInt8], verification: VerificationID) {
        self.fingerprint = fingerprint
        self.verification = verification
    }
}
