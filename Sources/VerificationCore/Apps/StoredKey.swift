/// What is known of an API key after it was shown.
package struct StoredKey: Sendable, Hashable {
    package let shortName: String
    package let label: String
    /// As it is stored, also a scope that this version does not know.
    package let scope: String
    /// Which apps and pages may use it, in the form of `ClientBounds`; empty for all.
    package let bounds: String
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?

    package init(
        shortName: String, label: String, scope: String, bounds: String = "", createdAt: Timestamp,
        revokedAt: Timestamp?
    ) {
        self.shortName = shortName
        self.label = label
        self.scope = scope
        self.bounds = bounds
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
