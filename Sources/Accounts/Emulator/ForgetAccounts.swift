import AccountCore
import VerificationCore

/// Deletes all accounts of a project, for an emulator between two tests.
package struct ForgetAccounts: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Deletes the accounts and their sessions; verifications stay.
    package func all(of project: Project) async throws(AccountError) {
        try await ports.asking { () throws(StoreError) in try await ports.accounts.deleteAll(of: project.id) }
    }
}
