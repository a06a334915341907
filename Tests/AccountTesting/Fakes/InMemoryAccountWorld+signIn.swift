import AccountCore
import VerificationCore

extension InMemoryAccountWorld {
    package func signIn(
        _ attempt: PhoneSignInAttempt, of project: ProjectID
    ) throws(StoreError) -> PhoneSignedIn {
        try asked { rows throws(StoreError) in
            guard AccountName.phone(attempt.phone).isStorable else { throw .unstorable }
            if rows.usedVerifications.contains(attempt.proof.use) { return .used }
            let known = rows[project]
            let owner = known.owners.owner(of: .phone(attempt.phone)).flatMap { known.accounts[$0] }
            let current = attempt.current.flatMap { known.accounts[$0.id] }
            let decision: PhoneSignIn
            do throws(AccountError) {
                decision = try attempt.decide(owner: owner, current: current)
            } catch {
                return .refused(error)
            }
            rows.usedVerifications.insert(attempt.proof.use)
            guard let account = attempt.account(after: decision, owner: owner, current: current) else {
                guard let owner else { throw .broken("a proof of a number that nobody has") }
                return .proof(owner.id)
            }
            let isNew = decision == .signUp
            if isNew && known.accounts[account.id] != nil { throw .broken("an id that is not new") }
            _ = try rows.save(account, of: project)
            try rows.begin(attempt.session, of: account.id, project)
            return .signedIn(account, isNew: isNew)
        }
    }

    package func refresh(
        _ attempt: RefreshAttempt, of project: ProjectID
    ) throws(StoreError) -> SessionRefresh {
        try asked { rows throws(StoreError) in
            guard let row = rows.session(attempt.tokenHash, of: project),
                let account = rows[project].accounts[row.account]
            else { return .unknown }
            let refresh = SessionRefresh.decide(
                row.session, lastUsedAt: row.lastUsedAt, hasEnded: row.endedAt != nil, of: account, for: attempt)
            guard case .refreshed(let account, _) = refresh else { return refresh }
            _ = try rows.save(account, of: project)
            return .refreshed(account, rows.use(row, attempt))
        }
    }

    package func forgetUnused(idleLife: Duration, guestLife: Duration, at now: Timestamp) throws(StoreError) {
        try asked { rows in rows.forgetUnused(idleLife: idleLife, guestLife: guestLife, at: now) }
    }
}
