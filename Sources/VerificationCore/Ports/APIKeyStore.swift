/// Port: the API keys of apps.
///
/// A key itself is never stored. People name it by the first eight hexadecimal digits of its hash.
package protocol APIKeyStore: Sendable {
    /// Adds a key to an app.
    ///
    /// - Parameters:
    ///   - key: the hash of a key that was never added before.
    ///   - app: whose it is.
    ///   - scope: what it may be used for.
    ///   - bounds: which apps and pages may use a key of scope `client`.
    ///   - label: what people wrote beside it.
    /// - Returns: false when there is no such app.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, bounds: ClientBounds, label: String
    ) async throws(StoreProblem) -> Bool

    /// All keys of an app, oldest first, revoked ones included.
    func keys(of app: AppID) async throws(StoreProblem) -> [StoredKey]

    /// Ends a key for good.
    ///
    /// - Parameters:
    ///   - shortName: the key's name, as in the list.
    ///   - app: whose key it is.
    /// - Returns: how many live keys of the app bore the name and are ended now; usually 0 or 1.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func revoke(_ shortName: String, of app: AppID) async throws(StoreProblem) -> Int
}

extension APIKeyStore {
    /// Adds a key without bounds.
    package func add(
        _ key: APIKeyHash, to app: AppID, scope: KeyScope, label: String
    ) async throws(StoreProblem) -> Bool {
        try await add(key, to: app, scope: scope, bounds: .none, label: label)
    }
}
