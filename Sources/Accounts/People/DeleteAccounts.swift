import AccountCore
import VerificationCore

/// Deletes accounts with their sessions: one's own, or for an administrator any of the project.
package struct DeleteAccounts: Sendable {
    /// How many accounts a single call may delete.
    private static let most = 1_000

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Deletes the account that the ID token names.
    ///
    /// Where two meet: a deletion and a revocation. The token is checked right before the deletion. A revocation that
    /// comes in between changes nothing: the account is deleted with its sessions.
    package func own(_ idToken: String, of project: Project) async throws(AccountError) {
        let now = ports.now()
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: now)
        let account = try await ports.account(of: token, in: project)
        if ports.policy.asksForRecentSignIns { try TokenCheck.checkRecent(token.signedInAt, at: now) }
        try await delete(account.id, of: project)
    }

    /// Deletes an account.
    package func one(_ id: String, of project: Project) async throws(AccountError) {
        guard let id = LocalID(id) else { throw .refused(.userNotFound) }
        try await delete(id, of: project)
    }

    /// Deletes many accounts at once, and ignores ids without an account.
    ///
    /// - Parameters:
    ///   - ids: as the caller wrote them.
    ///   - onlyDisabled: whether accounts stay that are not disabled.
    ///   - project: whose accounts.
    /// - Returns: the places of the ids whose accounts stay.
    /// - Throws: an `AccountError` for no ids, and for too many.
    package func many(
        _ ids: [String], onlyDisabled: Bool, of project: Project
    ) async throws(AccountError) -> [Int] {
        guard (1...Self.most).contains(ids.count) else { throw .refused(.localIDListExceedsLimit) }
        let known = ids.map(LocalID.init)
        let (_, enabled) = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.delete(Set(known.compactMap { $0 }), onlyDisabled: onlyDisabled, of: project.id)
        }
        return known.indices.filter { index in known[index].map(enabled.contains) ?? false }
    }

    private func delete(_ id: LocalID, of project: Project) async throws(AccountError) {
        let (deleted, _) = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.delete([id], onlyDisabled: false, of: project.id)
        }
        guard deleted.contains(id) else { throw .refused(.userNotFound) }
    }
}
