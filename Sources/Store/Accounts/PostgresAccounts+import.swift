import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresAccounts {
    package func replace(
        _ accounts: [Account], of project: ProjectID
    ) async throws(StoreError) -> [(index: Int, conflict: AccountConflict)] {
        for account in accounts { _ = try Self.storable(account) }
        let names = SearchedNames(Set(accounts.flatMap(\.names)))
        if names.isEmpty { return [] }
        // Another transaction may take a name meanwhile; the next try finds its account.
        return try await pool.settle(by: end, retryingOn: ["23505"]) { transaction in
            guard let locked = try await transaction.lock(names, of: project) else { return nil }
            let plan = ImportPlan(accounts, owners: try locked.accounts.owners())
            try await transaction.commit(with: plan.statements(for: project))
            return plan.conflicts
        }
    }
}

/// What an import does, decided from all accounts that bear one of its names.
private struct ImportPlan {
    private(set) var conflicts: [(index: Int, conflict: AccountConflict)] = []
    private var saved: [LocalID: Account] = [:]
    /// The ids that had an account before.
    private let known: Set<LocalID>

    /// Goes through the accounts in their order, as if each were saved by itself.
    init(_ accounts: [Account], owners: NameOwners) {
        var owners = owners
        known = Set(accounts.map(\.id).filter { owners.owner(of: .id($0)) != nil })
        for (index, account) in accounts.enumerated() {
            if let conflict = owners.conflict(of: account.names, for: account.id) {
                conflicts.append((index, conflict))
            } else {
                owners.set(account.names, of: account.id)
                saved[account.id] = account
            }
        }
    }

    func statements(for project: ProjectID) -> [SQL] {
        let replaced = saved.values.filter { known.contains($0.id) }
        let ids = Set(replaced.map(\.id))
        let freeing: [SQL] = ids.isEmpty ? [] : [.freeNames(of: ids, project)]
        return freeing + SQL.saving(replaced, relinking: ids, of: project)
            + SQL.adding(saved.values.filter { !known.contains($0.id) }, to: project)
    }
}

extension PostgresRows {
    /// Whose the names of these accounts are; an import may replace an account that cannot be read.
    fileprivate func owners() throws -> NameOwners {
        var owners = NameOwners()
        for row in self {
            guard let id = LocalID(try row.decode("id", as: String.self)) else { throw StoreError.unreadableAccount }
            owners.set(try row.names(of: id), of: id)
        }
        return owners
    }
}
