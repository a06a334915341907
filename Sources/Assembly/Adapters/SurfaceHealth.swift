import AccountStore
import SessionStore
import VerificationCore

/// Whether the store can do the work of a process that has the Firebase surface and nothing else.
///
/// A process with other roles goes on without accounts: its workers still send, and its API still answers.
struct SurfaceHealth: StoreHealth {
    let verifications: PostgresVerificationStore
    let accounts: PostgresAccounts

    func examine() async throws(StoreProblem) {
        try await verifications.examine()
        try await accounts.examine()
    }
}
