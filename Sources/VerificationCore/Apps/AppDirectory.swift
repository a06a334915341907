/// Port: tenants and their keys.
///
/// Answers from memory where it can, so that it works while the store is away.
package protocol AppDirectory: Sendable {
    func app(_ id: AppID) async throws(StoreProblem) -> App?
    /// As `app`, and no change is missing whose maker was told of it before the call, unless the store is away.
    ///
    /// A worker need not ask for it: the transaction of its claim finds that the app has changed.
    func currentApp(_ id: AppID) async throws(StoreProblem) -> App?
    /// Whose key hashes to this; nil when no live key does.
    func caller(keyHash: APIKeyHash) async throws(StoreProblem) -> Caller?
}
