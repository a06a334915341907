import AccountCore
import VerificationCore

/// Makes an account for an administrator, without a session.
package struct CreateAccount: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// - Parameters:
    ///   - draft: what the account shall have.
    ///   - id: its id as the caller wrote it; nil for a random id, which an attacker cannot guess.
    ///   - project: whose account it will be.
    /// - Returns: the account.
    /// - Throws: an `AccountError` if a value of the draft is not allowed, or another account has one of its names.
    package func create(_ draft: AccountDraft, id: String?, in project: Project) async throws(AccountError) -> Account {
        guard let id = id.map(LocalID.init) ?? ports.credentials.newID() else { throw .refused(.invalidLocalID) }
        let phone = try draft.phone.map { text throws(AccountError) in try ports.policy.phones.accountNumber(text) }
        _ = try draft.address()
        let hash = try await ports.credentials.passwordHash(of: draft.password, for: .administrator)
        var edit = try AccountEdit(draft, phone: phone, passwordHash: hash)
        edit.factors = try ports.newFactors(draft.factors)
        let account = edit.applied(to: Account(id, createdAt: ports.now()))
        try await ports.add(account, with: nil, to: project)
        return account
    }
}
