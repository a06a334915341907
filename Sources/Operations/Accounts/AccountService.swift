import AccountCore
import Synchronization
import VerificationCore

/// What operators do with people's accounts: look at one, and remove a second factor that its owner has lost.
package struct AccountService: Sendable {
    private let store: any AccountStore
    private let projects: any ProjectStore
    private let permits: Permits
    private let now: @Sendable () -> Timestamp

    /// `now`: the store's clock, as far as this process knows it.
    package init(
        store: any AccountStore, projects: any ProjectStore, permits: Permits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.projects, self.permits, self.now) = (store, projects, permits, now)
    }

    /// The account of a person; a search by number or address leaves a line.
    package func account(
        _ name: AccountLookup, of project: String, for person: Operator
    ) async throws(OperatorError) -> Account {
        try await permits.look(name.action, at: "\(name.words) of project \(project)", by: person)
        return try await found(name, of: project).account
    }

    /// The account and the second factor that would be removed.
    package func previewRemoval(
        ofFactor factor: String, from name: AccountLookup, of project: String, for person: Operator
    ) async throws(OperatorError) -> (account: Account, factor: SecondFactor) {
        try await permits.preview(.changeAccount, on: "\(name.words) of project \(project)", by: person)
        let account = try await found(name, of: project).account
        guard let present = account.factors.first(where: { $0.id == factor }) else { throw Self.noFactor(factor) }
        return (account, present)
    }

    /// Removes a second factor, and ends all sessions of the account.
    ///
    /// Who has found or stolen the factor may have such a session. A sign-in that waits for the factor finds none.
    ///
    /// - Parameters:
    ///   - factor: its name within the account.
    ///   - name: whose account it is.
    ///   - project: the project's id.
    ///   - reason: why, as the person wrote it.
    ///   - person: who does it.
    /// - Returns: the account as it is now, and the factor that it had.
    /// - Throws: `nothing` where there is no such project, account or factor.
    package func remove(
        factor: String, from name: AccountLookup, of project: String, because reason: String, by person: Operator
    ) async throws(OperatorError) -> (account: Account, factor: SecondFactor) {
        try await permits.preview(.changeAccount, on: "\(name.words) of project \(project)", by: person)
        let (project, account) = try await found(name, of: project)
        let subject = "account \(LocalID.shown(account.id.text)) of project \(project)"
        return try await permits.perform(.changeAccount, on: subject, because: reason, by: person) {
            () throws(OperatorError) in
            let (after, removed) = try await remove(factor, from: account.id, of: project)
            // Neither its number nor its name, which an administrator may have chosen.
            return ((after, removed), "second factor (\(removed.proven.provider)) removed, sessions ended")
        }
    }

    private func remove(
        _ factor: String, from id: LocalID, of project: ProjectID
    ) async throws(OperatorError) -> (Account, SecondFactor) {
        // Of several decisions the store does the last.
        let removed = Mutex<SecondFactor?>(nil)
        let change = try await asked { () throws(StoreError) in
            try await store.change(id, of: project) { [now] account throws(AccountError) in
                let present = account.factors.first { $0.id == factor }
                guard let present else { throw .refused(.mfaEnrollmentNotFound) }
                removed.withLock { $0 = present }
                var edit = AccountEdit()
                edit.factors = account.factors.filter { $0.id != factor }
                return edit.endingSessions(of: account, at: now())
            }
        }
        switch change {
        case .changed(let account, _):
            guard let removed = removed.withLock({ $0 }) else { throw Self.noFactor(factor) }
            return (account, removed)
        case .refused: throw Self.noFactor(factor)
        // No edit of factors takes a name.
        case .taken, .gone: throw .nothing("such account")
        }
    }

    private func found(
        _ name: AccountLookup, of project: String
    ) async throws(OperatorError) -> (project: ProjectID, account: Account) {
        let all = try await asked { () throws(StoreError) in try await projects.projects() }
        let known = all.first { $0.id.text == project }?.id
        guard let project = known else { throw .nothing("project \(project)") }
        let found = try await asked { () throws(StoreError) in
            try await store.accounts(named: [name.name], of: project)
        }
        guard let account = found.first else { throw .nothing("\(name.words) of project \(project)") }
        return (project, account)
    }

    private static func noFactor(_ id: String) -> OperatorError { .nothing("second factor \(id) of this account") }
}
