import VerificationCore

/// Port: the keys by which backends sign custom tokens, for all processes of an installation.
package protocol ServiceAccountStore: Sendable {
    /// The service accounts of all projects, the oldest first.
    func serviceAccounts() async throws(StoreProblem) -> [ServiceAccount]

    /// Adds an account with a new key; false when there is no such project.
    func add(_ account: ServiceAccount) async throws(StoreProblem) -> Bool

    /// Tokens that the key signed open nothing more; false when there is no such key.
    func removeServiceAccount(_ keyID: String) async throws(StoreProblem) -> Bool
}
