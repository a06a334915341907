import AccountCore
import PostgreSQL
import VerificationCore

/// Where sign-ins meet:
/// - Two with the same verification. The row in `used_verification` lets the second wait for the end of the first. If the
///   first was refused, its row is gone with its transaction, and the second goes on.
/// - Two first sign-ins of a number. The database refuses the second account, and the second transaction runs again. It
///   finds the account of the first, and signs in to it.
/// - A sign-in and a change or deletion of the same account. Both lock the account's row.
extension PostgresAccounts {
    package func signIn(
        _ attempt: PhoneSignInAttempt, of project: ProjectID
    ) async throws(StoreError) -> PhoneSignedIn {
        guard AccountName.phone(attempt.phone).isStorable else { throw .unstorable }
        let names = SearchedNames([.phone(attempt.phone)] + (attempt.current.map { [.id($0.id)] } ?? []))
        return try await pool.settle(by: end, retryingOn: ["23505"]) { transaction -> PhoneSignedIn? in
            let using = SQL.using(attempt.proof, at: attempt.time)
            guard let locked = try await transaction.lock(names, of: project, after: [using]) else { return nil }
            if let used = locked.first.first, used.affectedRows == 0 { return .used }
            return try await transaction.carryOut(attempt, of: project, with: try locked.accounts.accounts())
        }
    }
}

extension PostgresTransaction {
    /// Does what the attempt decides, and commits; where it is refused, the transaction is rolled back by its end.
    ///
    /// `accounts`: the owner of the number and the account that the call is signed in to, locked.
    fileprivate func carryOut(
        _ attempt: PhoneSignInAttempt, of project: ProjectID, with accounts: [Account]
    ) async throws -> PhoneSignedIn {
        let owner = accounts.first { $0.phone == attempt.phone }
        let current = accounts.first { $0.id == attempt.current?.id }
        let decision: PhoneSignIn
        do throws(AccountError) {
            decision = try attempt.decide(owner: owner, current: current)
        } catch {
            return .refused(error)
        }
        guard let account = attempt.account(after: decision, owner: owner, current: current) else {
            try await commit(with: SQL.forgettingUses(at: attempt.time))
            guard let owner else { throw StoreError.broken("a proof of a number that nobody has") }
            return .proof(owner.id)
        }
        let isNew = decision == .signUp
        let saving =
            isNew ? SQL.adding([account], to: project) : SQL.saving([account], relinking: [], of: project)
        try await commit(
            with: saving + SQL.beginning(attempt.session, of: account.id, in: project)
                + SQL.forgettingUses(at: attempt.time))
        return .signedIn(account, isNew: isNew)
    }
}

extension SQL {
    /// Takes the verification for this sign-in, and affects no row when an earlier sign-in has used it.
    ///
    /// An earlier proof has a name of its own among them.
    fileprivate static func using(_ proof: PhoneSignInAttempt.Proof, at time: Timestamp) -> SQL {
        "insert into used_verification (id, used_at) values (\(proof.use), \(time)) on conflict (id) do nothing"
    }

    /// Forgets a few verifications that were used two days ago; no client can use their codes any more.
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
