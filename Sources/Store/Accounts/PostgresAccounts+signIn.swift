import AccountCore
import PostgreSQL
import VerificationCore

/// Where attempts meet:
/// - Two with the same proof. The row in `used_verification` lets the second wait for the end of the first. If the first
///   was refused, its row is gone with its transaction, and the second goes on.
/// - Two first sign-ins of a number. The database refuses the second account, and the second transaction runs again. It
///   finds the account of the first, and signs in to it.
/// - A sign-in and a change or deletion of the same account. Both lock the account's row.
extension PostgresAccounts {
    package func carryOut<Outcome: Sendable>(
        _ attempt: AccountAttempt<Outcome>, of project: ProjectID
    ) async throws(StoreError) -> Attempted<Outcome> {
        let names = SearchedNames(attempt.names)
        return try await pool.settle(by: end, retryingOn: ["23505"]) { transaction -> Attempted<Outcome>? in
            let using = SQL.using(attempt.uses, at: attempt.time)
            guard let locked = try await transaction.lock(names, of: project, after: using) else { return nil }
            if let used = locked.first.first, used.affectedRows < attempt.uses.count { return .used }
            let accounts = try locked.accounts.accounts()
            let decision: (plan: AccountPlan, outcome: Outcome)
            do throws(AccountError) {
                decision = try attempt.decide(accounts)
            } catch {
                return .refused(error)
            }
            try await transaction.carryOut(decision.plan, among: accounts, of: attempt, in: project)
            return .done(decision.outcome)
        }
    }
}

extension PostgresTransaction {
    /// Does what was decided, and commits.
    fileprivate func carryOut<Outcome>(
        _ plan: AccountPlan, among known: [Account], of attempt: AccountAttempt<Outcome>, in project: ProjectID
    ) async throws {
        var statements: [SQL] = []
        if let account = plan.account {
            let account = try PostgresAccounts.storable(account)
            let isRelinked = known.first { $0.id == account.id }?.links != account.links
            statements =
                plan.isNew
                ? SQL.adding([account], to: project)
                : SQL.saving([account], relinking: isRelinked ? [account.id] : [], of: project)
            statements += SQL.ending(sessionsBefore: plan.endsSessionsBefore, of: account.id, project)
            statements += SQL.beginning(plan.session, of: account.id, in: project)
        }
        try await commit(
            with: statements + (plan.usesUp ? [] : SQL.takingBack(attempt.uses))
                + SQL.forgettingUses(at: attempt.time))
    }
}

extension SQL {
    /// Takes the proofs for this attempt; it affects fewer rows when an earlier attempt has used one of them.
    ///
    /// A verification stands by its id among them, and other proofs by names of their own.
    fileprivate static func using(_ uses: Set<VerificationID>, at time: Timestamp) -> [SQL] {
        if uses.isEmpty { return [] }
        // In the same order everywhere, so that no two attempts wait for each other.
        let ids = uses.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        return [
            """
            insert into used_verification (id, used_at) select id, \(time) from unnest(\(ids)) as u (id)
            on conflict (id) do nothing
            """
        ]
    }

    /// Leaves the proofs of an attempt as unused as they were.
    fileprivate static func takingBack(_ uses: Set<VerificationID>) -> [SQL] {
        uses.isEmpty ? [] : ["delete from used_verification where id = any(\(Array(uses)))"]
    }

    /// Forgets a few proofs that were used two days ago; no client can use them any more.
    ///
    /// Each sign-in and each use of a challenge forgets more than it adds. It leaves rows that another one is about to forget
    /// to that one.
    static func forgettingUses(at time: Timestamp) -> [SQL] {
        [
            """
            delete from used_verification where id in (
              select id from used_verification where used_at < \(time - .seconds(2 * 86_400))
              order by used_at limit 10 for update skip locked)
            """
        ]
    }
}
