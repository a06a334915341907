import AccountCore
import VerificationCore

extension InMemoryAccountWorld {
    package func carryOut<Outcome: Sendable>(
        _ attempt: AccountAttempt<Outcome>, of project: ProjectID
    ) throws(StoreError) -> Attempted<Outcome> {
        try asked { rows throws(StoreError) in
            if !rows.usedVerifications.isDisjoint(with: attempt.uses) { return .used }
            let known = rows[project]
            let ids = Set(attempt.names.filter(\.isStorable).compactMap { known.owners.owner(of: $0) })
            let decision: (plan: AccountPlan, outcome: Outcome)
            do throws(AccountError) {
                decision = try attempt.decide(ids.sorted().compactMap { known.accounts[$0] })
            } catch {
                return .refused(error)
            }
            let plan = decision.plan
            if plan.usesUp { rows.usedVerifications.formUnion(attempt.uses) }
            guard let account = plan.account else { return .done(decision.outcome) }
            if plan.isNew && known.accounts[account.id] != nil { throw .broken("an id that is not new") }
            // An attempt decides from all names that its account may get.
            if try rows.save(account, of: project) != nil { throw .broken("a name that the attempt does not name") }
            if let moment = plan.endsSessionsBefore { rows.endSessions(before: moment, of: account.id, project) }
            try rows.begin(plan.session, of: account.id, project)
            return .done(decision.outcome)
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
