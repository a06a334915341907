import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresAccounts {
    package func add(
        _ account: Account, with session: RefreshSession?, to project: ProjectID
    ) async throws(StoreError) -> AccountConflict? {
        let account = try Self.storable(session?.begun(by: account) ?? account)
        return try await pool.commit(by: end) { transaction in
            try await transaction.commitUnlessTaken(
                SQL.adding([account], to: project) + SQL.beginning(session, of: account.id, in: project))
        }
    }

    package func change(
        _ id: LocalID, of project: ProjectID,
        _ decide: @escaping @Sendable (Account) throws(AccountError) -> AccountEdit
    ) async throws(StoreError) -> AccountChange {
        try await pool.settle(by: end) { transaction -> AccountChange? in
            guard let locked = try await transaction.lock(SearchedNames([.id(id)]), of: project) else { return nil }
            guard let old = try locked.accounts.accounts().first else { return .gone }
            let edit: AccountEdit
            do throws(AccountError) { edit = try decide(old) } catch { return .refused(error) }
            let new = try Self.storable(edit.applied(to: old))
            let conflict = try await transaction.commitUnlessTaken(
                SQL.saving([new], relinking: new.links == old.links ? [] : [id], of: project)
                    + SQL.ending(sessionsBefore: edit.endsSessionsBefore, of: id, project)
                    + SQL.beginning(edit.session, of: id, in: project))
            return conflict.map(AccountChange.taken) ?? .changed(new, edit.session)
        }
    }

    package func delete(
        _ ids: Set<LocalID>, onlyDisabled: Bool, of project: ProjectID
    ) async throws(StoreError) -> (deleted: Set<LocalID>, enabled: Set<LocalID>) {
        let (found, deleted) = try await pool.commit(by: end) { transaction in
            let answers = try await transaction.commit(with: [
                .accounts(named: SearchedNames(ids.map(AccountName.id)), of: project, .lock),
                """
                delete from account
                where project = \(project.text) and id = any(\(ids.map(\.text))) and (is_disabled or not \(onlyDisabled))
                returning id
                """,
            ])
            return (try answers[0].ids(), try answers[1].ids())
        }
        return (deleted, found.subtracting(deleted))
    }

    /// A large project takes its time, because the rows of links and sessions go one by one.
    package func deleteAll(of project: ProjectID) async throws(StoreError) {
        _ = try await pool.commit(by: .now + .seconds(300)) { transaction in
            try await transaction.commit(with: [
                .mayTakeLong, "delete from account where project || '' = \(project.text)",
            ])
        }
    }

    static func storable(_ account: Account) throws(StoreError) -> Account {
        guard account.isStorable else { throw .unstorable }
        return account
    }
}

extension PostgresTransaction {
    /// Commits; when a name of an account belongs to another account, nothing is committed, and the name is returned.
    fileprivate func commitUnlessTaken(_ statements: [SQL]) async throws -> AccountConflict? {
        do {
            try await commit(with: statements)
            return nil
        } catch {
            guard let conflict = error.conflict else { throw error }
            return conflict
        }
    }
}

extension PostgresRows {
    fileprivate func ids() throws -> Set<LocalID> {
        Set(try column(as: String.self).compactMap(LocalID.init))
    }
}

extension PostgresError {
    /// Which name of an account belongs to another account; nil for every other error.
    var conflict: AccountConflict? {
        guard sqlState == "23505" else { return nil }
        return switch constraint {
        case "account_id": .id
        case "account_phone": .phone
        case "account_email": .email
        case "account_link_identity": .identity
        default: nil
        }
    }
}
