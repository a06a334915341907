import AccountCore
import VerificationCore

extension InMemoryAccounts: SignInStore {
    package func signIn(
        _ attempt: PhoneSignInAttempt, of project: ProjectID
    ) throws(StoreProblem) -> PhoneSignedIn {
        try asked { rows throws(StoreProblem) in
            guard AccountName.phone(attempt.phone).isStorable else { throw .unstorable }
            if case .code(let verification) = attempt.proof, rows.usedVerifications.contains(verification) {
                return .used
            }
            let known = rows[project]
            let owner = known.owners.owner(of: .phone(attempt.phone)).flatMap { known.accounts[$0] }
            let current = attempt.current.flatMap { known.accounts[$0.id] }
            let decision: PhoneSignIn
            do throws(WireError) {
                decision = try attempt.decide(owner: owner, current: current)
            } catch {
                return .refused(error)
            }
            if case .code(let verification) = attempt.proof { rows.usedVerifications.insert(verification) }
            guard let account = attempt.account(after: decision, owner: owner, current: current) else { return .proof }
            let isNew = decision == .signUp
            if isNew && known.accounts[account.id] != nil { throw .broken("an id that is not new") }
            _ = try rows.save(account, of: project)
            try rows.begin(attempt.session, of: account.id, project)
            return .signedIn(account, isNew: isNew)
        }
    }

    package func refresh(
        tokenHash: [UInt8], of project: ProjectID, at now: Timestamp
    ) throws(StoreProblem) -> SessionRefresh {
        try asked { rows throws(StoreProblem) in
            guard let row = rows.session(tokenHash, of: project), let account = rows[project].accounts[row.account]
            else { return .unknown }
            let refresh = SessionRefresh.decide(row.session, hasEnded: row.hasEnded, of: account, at: now)
            if case .refreshed(let account, _) = refresh { _ = try rows.save(account, of: project) }
            return refresh
        }
    }
}
