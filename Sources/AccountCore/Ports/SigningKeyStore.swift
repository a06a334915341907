import VerificationCore

/// Port: the keys that sign tokens, for all processes of an installation.
package protocol SigningKeyStore: Sendable {
    /// All keys, the oldest first.
    func signingKeys() async throws(StoreProblem) -> [SigningKey]

    /// Adds a key with a new id.
    func add(_ key: SigningKey) async throws(StoreProblem)

    /// Adds the first key; where there is a key already, adds none.
    func addFirst(_ key: SigningKey) async throws(StoreProblem)

    /// Keeps the key's secret as it is sealed in `key`, so that an older key of the ring may go; false without such a key.
    func reseal(_ key: SigningKey) async throws(StoreProblem) -> Bool

    /// Tokens that it signed are good no more; false when there is no such key.
    func removeSigningKey(_ id: String) async throws(StoreProblem) -> Bool
}
