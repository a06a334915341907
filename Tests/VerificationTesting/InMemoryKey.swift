import VerificationCore

/// A row of `api_key`, in memory.
struct InMemoryKey {
    let app: AppID
    let hash: APIKeyHash
    let scope: KeyScope
    let label: String
    let createdAt: Timestamp
    var revokedAt: Timestamp?

    var stored: StoredKey {
        StoredKey(
            shortName: hash.shortName, label: label, scope: scope.rawValue, createdAt: createdAt, revokedAt: revokedAt)
    }
}
