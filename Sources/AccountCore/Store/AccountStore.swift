import VerificationCore

/// Port: the accounts of projects, and the sessions of the people who sign in.
///
/// Every uniqueness is the store's: of parallel calls that want the same name of an account, one gets it. A session that
/// begins counts as the account's last refresh; see `RefreshSession.begun`. An account that no store can keep, see
/// `Account.isStorable`, is `broken`. An account has at most `RefreshSession.mostPerAccount` sessions: one more ends the
/// session that was unused longest.
package protocol AccountStore: Sendable {
    /// The accounts that bear any of these names, by id, no account twice.
    ///
    /// It throws `unreadable` when one of them is of another version: to leave it out would say that its names are free. A
    /// name that no account can have, see `AccountName.isStorable`, finds nothing.
    func accounts(named names: Set<AccountName>, of project: ProjectID) async throws(StoreError) -> [Account]

    /// A page of a project's accounts in the order of their ids, without those that this version cannot read.
    ///
    /// - Parameters:
    ///   - last: the id after which the page begins; nil for the first page.
    ///   - limit: how many at most.
    ///   - project: whose.
    /// - Returns: fewer than `limit` only on the last page.
    /// - Throws: a `StoreError` when the store gives no answer.
    func accounts(after last: LocalID?, limit: Int, of project: ProjectID) async throws(StoreError) -> [Account]

    /// Some accounts out of all, in the order of their ids, without those that this version cannot read.
    ///
    /// - Parameters:
    ///   - range: their places in this order.
    ///   - isDescending: whether the greatest id has the first place.
    ///   - project: whose.
    /// - Returns: the accounts in this order.
    /// - Throws: a `StoreError` when the store gives no answer.
    func accounts(
        at range: Range<Int>, descending isDescending: Bool, of project: ProjectID
    ) async throws(StoreError) -> [Account]

    /// How many accounts a project has.
    func count(of project: ProjectID) async throws(StoreError) -> Int

    /// Adds an account; with `session` the account's first session begins in the same transaction.
    ///
    /// - Returns: which name is taken, and then nothing was added; nil when the account was added.
    func add(
        _ account: Account, with session: RefreshSession?, to project: ProjectID
    ) async throws(StoreError) -> AccountConflict?

    /// Lets `decide` see the account as it is, and saves the edit; no other call changes the account in between.
    ///
    /// `decide` may be called more than once, and reads the time for itself: only then no session that is in the store
    /// began later. An edit that moves `validSince` ends all sessions of the account that have begun before the end of
    /// that second, and a refresh of them is `tokenExpired`. The edit's own session begins afterwards, in the same
    /// transaction.
    func change(
        _ id: LocalID, of project: ProjectID,
        _ decide: @escaping @Sendable (Account) throws(AccountError) -> AccountEdit
    ) async throws(StoreError) -> AccountChange

    /// Adds accounts, and replaces accounts of the same id whole; their sessions stay.
    ///
    /// - Returns: what was wrong with which of them, by its place; the others were saved.
    func replace(
        _ accounts: [Account], of project: ProjectID
    ) async throws(StoreError) -> [(index: Int, conflict: AccountConflict)]

    /// Deletes accounts with their sessions.
    ///
    /// - Parameters:
    ///   - ids: unknown ids are no mistake.
    ///   - onlyDisabled: whether accounts that are not disabled stay.
    ///   - project: whose.
    /// - Returns: which were deleted, and which stayed because they are not disabled.
    /// - Throws: a `StoreError` when the store gives no answer.
    func delete(
        _ ids: Set<LocalID>, onlyDisabled: Bool, of project: ProjectID
    ) async throws(StoreError) -> (deleted: Set<LocalID>, enabled: Set<LocalID>)

    /// Deletes all accounts of a project with their sessions; for emulators.
    func deleteAll(of project: ProjectID) async throws(StoreError)

    /// Carries out an attempt, in one transaction.
    ///
    /// Of parallel attempts that bring the same proof one has it, and the others are told that it is used.
    func carryOut<Outcome: Sendable>(
        _ attempt: AccountAttempt<Outcome>, of project: ProjectID
    ) async throws(StoreError) -> Attempted<Outcome>

    /// Notes a refresh of a session that is still good, and gives its account.
    ///
    /// The session's token may be the token that it had last, as long as the token in its place has not been used.
    ///
    /// Where two meet: a refresh and a revocation, or two refreshes. Each locks the account's row. After the revocation no
    /// refresh of an earlier session is answered. Two refreshes with the same token get the same successor.
    ///
    /// - Parameters:
    ///   - attempt: the token, and what takes its place.
    ///   - project: whose.
    /// - Returns: the outcome; a session that a revocation has ended is `tokenExpired`.
    /// - Throws: a `StoreError` when the store gives no answer.
    func refresh(_ attempt: RefreshAttempt, of project: ProjectID) async throws(StoreError) -> SessionRefresh

    /// Seals the secrets of second factors under the ring's current key, in the accounts of all projects.
    ///
    /// It goes through the accounts that have factors, and changes each under its lock, so that a sign-in in between loses
    /// nothing. A second call finds nothing to do.
    ///
    /// `ring`: with the current key and those before.
    ///
    /// - Returns: how many secrets were under another key, and how many stay as they are because the ring lacks their key,
    ///   or because this version cannot read them.
    func resealFactors(by ring: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int)

    /// Forgets sessions that have gone unused for too long, and guests who have used none for `guestLife`.
    ///
    /// It goes through all sessions in portions, and stops early when its task is cancelled. Where several processes
    /// forget at once, one of them does it.
    ///
    /// A guest is an account without any name whose sessions are all of guests. Guests of a project go with their
    /// sessions.
    ///
    /// - Parameters:
    ///   - idleLife: how long a session may go unused in a project that does not say it.
    ///   - guestLife: how long a guest stays.
    ///   - now: the store's time.
    /// - Throws: a `StoreError` when the store gives no answer.
    func forgetUnused(idleLife: Duration, guestLife: Duration, at now: Timestamp) async throws(StoreError)
}

extension AccountStore {
    /// Carries out a sign-in by a proven number.
    ///
    /// Of parallel first sign-ins of a number one makes the account, and the others sign in to it.
    package func signIn(
        _ attempt: PhoneSignInAttempt, of project: ProjectID
    ) async throws(StoreError) -> PhoneSignedIn {
        guard AccountName.phone(attempt.phone).isStorable else { throw .unstorable }
        return switch try await carryOut(attempt.attempt, of: project) {
        case .done(let outcome): outcome
        case .refused(let error): .refused(error)
        case .used: .used
        }
    }
}
