import VerificationCore

/// An app's API key in memory, like a row of `api_key`.
struct InMemoryKey {
    let app: AppID
    let hash: APIKeyHash
    let scope: KeyScope
    let bounds: ClientBounds
    let label: String
    let createdAt: Timestamp
    var revokedAt: Timestamp?

    var stored: StoredKey {
        StoredKey(
            shortName: hash.shortName, label: label, scope: scope.rawValue, bounds: bounds.description,
            createdAt: createdAt, revokedAt: revokedAt)
    }
}
