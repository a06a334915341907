import AccountCore
import VerificationCore

// Accounts and their sessions, under the rules of the core.
extension InMemoryAccountWorld: AccountStore {
    package func accounts(named names: Set<AccountName>, of project: ProjectID) throws(StoreError) -> [Account] {
        try asked { rows in
            let ids = Set(names.filter(\.isStorable).compactMap { rows[project].owners.owner(of: $0) })
            return ids.sorted().compactMap { rows[project].accounts[$0] }
        }
    }

    package func accounts(
        after last: LocalID?, limit: Int, of project: ProjectID
    ) throws(StoreError) -> [Account] {
        try asked { rows in
            let ids = rows[project].accounts.keys.filter { id in last.map { $0 < id } ?? true }
            return ids.sorted().prefix(limit).compactMap { rows[project].accounts[$0] }
        }
    }

    package func accounts(
        at range: Range<Int>, descending isDescending: Bool, of project: ProjectID
    ) throws(StoreError) -> [Account] {
        try asked { rows in
            let ids = rows[project].accounts.keys.sorted()
            let ordered = isDescending ? ids.reversed() : ids
            return ordered.dropFirst(range.lowerBound).prefix(range.count).compactMap { rows[project].accounts[$0] }
        }
    }

    package func count(of project: ProjectID) throws(StoreError) -> Int {
        try asked { rows in rows[project].accounts.count }
    }

    package func add(
        _ account: Account, with session: RefreshSession?, to project: ProjectID
    ) throws(StoreError) -> AccountConflict? {
        try asked { rows throws(StoreError) in
            let account = session?.begun(by: account) ?? account
            guard rows[project].accounts[account.id] == nil else { return .id }
            if let conflict = try rows.save(account, of: project) { return conflict }
            try rows.begin(session, of: account.id, project)
            return nil
        }
    }

    package func change(
        _ id: LocalID, of project: ProjectID,
        _ decide: @escaping @Sendable (Account) throws(AccountError) -> AccountEdit
    ) throws(StoreError) -> AccountChange {
        try asked { rows throws(StoreError) in
            guard let old = rows[project].accounts[id] else { return .gone }
            let edit: AccountEdit
            do throws(AccountError) { edit = try decide(old) } catch { return .refused(error) }
            let new = edit.applied(to: old)
            if let conflict = try rows.save(new, of: project) { return .taken(conflict) }
            if let moment = edit.endsSessionsBefore { rows.endSessions(before: moment, of: id, project) }
            try rows.begin(edit.session, of: id, project)
            return .changed(new, edit.session)
        }
    }

    package func replace(
        _ accounts: [Account], of project: ProjectID
    ) throws(StoreError) -> [(index: Int, conflict: AccountConflict)] {
        try asked { rows throws(StoreError) in
            guard accounts.allSatisfy(\.isStorable) else { throw .unstorable }
            var conflicts: [(Int, AccountConflict)] = []
            for (index, account) in accounts.enumerated() {
                if let conflict = try rows.save(account, of: project) { conflicts.append((index, conflict)) }
            }
            return conflicts
        }
    }

    package func delete(
        _ ids: Set<LocalID>, onlyDisabled: Bool, of project: ProjectID
    ) throws(StoreError) -> (deleted: Set<LocalID>, enabled: Set<LocalID>) {
        try asked { rows in
            let known = ids.filter { rows[project].accounts[$0] != nil }
            let deleted = known.filter { !onlyDisabled || rows[project].accounts[$0]?.isDisabled == true }
            for id in deleted { rows.delete(id, of: project) }
            return (deleted, known.subtracting(deleted))
        }
    }

    package func deleteAll(of project: ProjectID) throws(StoreError) {
        try asked { rows in rows.deleteAll(of: project) }
    }

    package func resealFactors(by ring: KeyRing) throws(StoreError) -> (resealed: Int, locked: Int) {
        try asked { rows throws(StoreError) in
            var count = (resealed: 0, locked: 0)
            for (project, account) in rows.all {
                let done = account.resealed(in: project, by: ring)
                _ = try rows.save(done.account, of: project)
                (count.resealed, count.locked) = (count.resealed + done.resealed, count.locked + done.locked)
            }
            return count
        }
    }

    func asked<Value: Sendable>(
        _ call: (inout AccountRows) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try answering(about: .accounts) { state throws(StoreError) in try call(&state.accounts) }
    }
}
