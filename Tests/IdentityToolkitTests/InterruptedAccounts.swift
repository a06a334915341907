import AccountCore
import AccountTesting
import VerificationCore

/// Accounts of which somebody else changes one right before each change.
struct InterruptedAccounts: AccountStore {
    let accounts: InMemoryAccountWorld
    /// What happens before the change.
    let interrupt: @Sendable (InMemoryAccountWorld) throws -> Void

    func accounts(named names: Set<AccountName>, of project: ProjectID) throws(StoreError) -> [Account] {
        try accounts.accounts(named: names, of: project)
    }

    func accounts(after last: LocalID?, limit: Int, of project: ProjectID) throws(StoreError) -> [Account] {
        try accounts.accounts(after: last, limit: limit, of: project)
    }

    func accounts(
        at range: Range<Int>, descending isDescending: Bool, of project: ProjectID
    ) throws(StoreError) -> [Account] {
        try accounts.accounts(at: range, descending: isDescending, of: project)
    }

    func count(of project: ProjectID) throws(StoreError) -> Int { try accounts.count(of: project) }

    func add(
        _ account: Account, with session: RefreshSession?, to project: ProjectID
    ) throws(StoreError) -> AccountConflict? {
        try accounts.add(account, with: session, to: project)
    }

    func change(
        _ id: LocalID, of project: ProjectID,
        _ decide: @escaping @Sendable (Account) throws(AccountError) -> AccountEdit
    ) throws(StoreError) -> AccountChange {
        do { try interrupt(accounts) } catch { throw .broken("the test could not interrupt") }
        return try accounts.change(id, of: project, decide)
    }

    func replace(
        _ accounts: [Account], of project: ProjectID
    ) throws(StoreError) -> [(index: Int, conflict: AccountConflict)] {
        try self.accounts.replace(accounts, of: project)
    }

    func delete(
        _ ids: Set<LocalID>, onlyDisabled: Bool, of project: ProjectID
    ) throws(StoreError) -> (deleted: Set<LocalID>, enabled: Set<LocalID>) {
        try accounts.delete(ids, onlyDisabled: onlyDisabled, of: project)
    }

    func deleteAll(of project: ProjectID) throws(StoreError) { try accounts.deleteAll(of: project) }

    func carryOut<Outcome: Sendable>(
        _ attempt: AccountAttempt<Outcome>, of project: ProjectID
    ) throws(StoreError) -> Attempted<Outcome> {
        do { try interrupt(accounts) } catch { throw .broken("the test could not interrupt") }
        return try accounts.carryOut(attempt, of: project)
    }

    func refresh(_ attempt: RefreshAttempt, of project: ProjectID) throws(StoreError) -> SessionRefresh {
        try accounts.refresh(attempt, of: project)
    }

    func resealFactors(by ring: KeyRing) throws(StoreError) -> (resealed: Int, locked: Int) {
        try accounts.resealFactors(by: ring)
    }

    func forgetUnused(idleLife: Duration, guestLife: Duration, at now: Timestamp) throws(StoreError) {
        try accounts.forgetUnused(idleLife: idleLife, guestLife: guestLife, at: now)
    }
}
