import AccountCore
import VerificationCore

/// Finds out who a person is at another provider.
struct ProveIdentity: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// Throws an `AccountError` for a proof that is no good, and for a provider that the project does not take.
    func prove(
        _ presented: PresentedIdentity, for project: Project
    ) async throws(AccountError) -> ProvenIdentity {
        throw .notServed("Sign-in with IDP is not yet supported.")
    }
}
