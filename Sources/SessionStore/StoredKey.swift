import VerificationCore

/// What is known of an API key after it was shown.
package struct StoredKey: Sendable, Hashable {
    package let shortName: String
    package let label: String
    /// As it is stored, also one that this version does not know.
    package let scope: String
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?
}
