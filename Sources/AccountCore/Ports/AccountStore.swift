import VerificationCore

/// Port: makes, changes and deletes the accounts of projects.
///
/// Every uniqueness is the store's: of parallel calls that want the same name of an account, one gets it. A session that
/// begins counts as the account's last refresh; see `RefreshSession.begun`. An account that no store can keep, see
/// `Account.isStorable`, is `broken`.
package protocol AccountStore: AccountReader {
    /// Adds an account; with `session` the account's first session begins in the same transaction.
    ///
    /// - Returns: which name is taken, and then nothing was added; nil when the account was added.
    func add(
        _ account: Account, with session: RefreshSession?, to project: ProjectID
    ) async throws(StoreProblem) -> AccountConflict?

    /// Lets `decide` see the account as it is, and saves what its edit makes of it; nobody changes it meanwhile.
    ///
    /// `decide` may be called more than once, and reads the time for itself: only then no session that is in the store
    /// began later. An edit that moves `validSince` ends all sessions of the account that have begun before the end of
    /// that second, and a refresh of them is `tokenExpired`. The edit's own session begins afterwards, in the same
    /// transaction.
    func change(
        _ id: LocalID, of project: ProjectID, _ decide: @escaping @Sendable (Account) throws(WireError) -> AccountEdit
    ) async throws(StoreProblem) -> AccountChange

    /// Adds accounts, and replaces accounts of the same id whole; their sessions stay.
    ///
    /// - Returns: what was wrong with which of them, by its place; the others were saved.
    func replace(
        _ accounts: [Account], of project: ProjectID
    ) async throws(StoreProblem) -> [(index: Int, conflict: AccountConflict)]

    /// Deletes accounts with their sessions.
    ///
    /// - Parameters:
    ///   - ids: unknown ids are no mistake.
    ///   - onlyDisabled: whether accounts that are not disabled stay.
    ///   - project: whose.
    /// - Returns: which were deleted, and which stayed because they are not disabled.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func delete(
        _ ids: Set<LocalID>, onlyDisabled: Bool, of project: ProjectID
    ) async throws(StoreProblem) -> (deleted: Set<LocalID>, enabled: Set<LocalID>)

    /// Deletes all accounts of a project with their sessions; for emulators.
    func deleteAll(of project: ProjectID) async throws(StoreProblem)
}
