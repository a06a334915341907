/// What is known of an API key after it was shown.
package struct StoredKey: Sendable, Hashable {
    package let shortName: String
    package let label: String
    /// As it is stored, also a scope that this version does not know.
    package let scope: String
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?

    package init(shortName: String, label: String, scope: String, createdAt: Timestamp, revokedAt: Timestamp?) {
        self.shortName = shortName
        self.label = label
        self.scope = scope
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
