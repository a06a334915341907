import AccountCore
import PostgreSQL
import SessionStore
import VerificationCore

extension PostgresAccounts {
    /// Locks the session's account first, and then reads both, so that it sees a revocation for which it has waited.
    package func refresh(
        tokenHash: [UInt8], of project: ProjectID, at now: Timestamp
    ) async throws(StoreProblem) -> SessionRefresh {
        try await pool.commit(by: end) { transaction in
            let answers = try await transaction.pipeline([
                .lockAccount(ofSession: tokenHash, project), .session(tokenHash, project),
            ])
            // A session that began after the first statement is as unknown as a moment before.
            guard !answers[0].isEmpty, let row = answers[1].first else { return .unknown }
            let refresh = try row.refresh(of: tokenHash, at: now)
            guard case .refreshed(let account, _) = refresh else { return refresh }
            try await transaction.commit(with: [
                """
                update account set last_refresh_at = \(account.lastRefreshAt)
                where project = \(project.text) and id = \(account.id.text)
                """,
                "update refresh_session set last_used_at = \(now) where token_hash = \(tokenHash)",
            ])
            return refresh
        }
    }
}

extension SQL {
    fileprivate static func lockAccount(ofSession tokenHash: [UInt8], _ project: ProjectID) -> SQL {
        """
        select from account
        where project = \(project.text)
          and id = (select account from refresh_session where token_hash = \(tokenHash) and project = \(project.text))
        for update
        """
    }

    /// The session with its account; for the limits see `SQL.accounts`.
    fileprivate static func session(_ tokenHash: [UInt8], _ project: ProjectID) -> SQL {
        """
        select \(SQLPart.account), s.provider, s.second_provider, s.second_enrollment, s.began_at, s.claims,
          s.ended_at is not null as has_ended
        from (
          select * from refresh_session where token_hash = \(tokenHash) and project = \(project.text) limit 1
        ) s
        cross join lateral (select * from account where project = s.project and id = s.account limit 1) a
        \(SQLPart.links)
        """
    }
}

extension PostgresRow {
    /// Reads a row of `SQL.session`, and decides.
    fileprivate func refresh(of tokenHash: [UInt8], at now: Timestamp) throws -> SessionRefresh {
        guard let account = try account() else { throw StoreProblem.unreadableAccount }
        let session = RefreshSession(
            tokenHash: tokenHash, method: try signInMethod(), beganAt: try decode("began_at"),
            claims: try sessionClaims())
        return .decide(session, hasEnded: try decode("has_ended"), of: account, at: now)
    }

    private func sessionClaims() throws -> CustomClaims? {
        guard let text = try decode("claims", as: String?.self) else { return nil }
        do throws(WireError) {
            return try CustomClaims(text)
        } catch {
            throw StoreProblem.unreadable("a session with claims that this version cannot read")
        }
    }

    private func signInMethod() throws -> SignInMethod {
        guard let provider = ProviderID(try decode("provider", as: String.self)) else {
            throw StoreProblem.unreadable("a session with a provider that this version cannot read")
        }
        guard let second = try decode("second_provider", as: String?.self).flatMap(ProviderID.init),
            let enrollment = try decode("second_enrollment", as: String?.self)
        else { return SignInMethod(provider) }
        return SignInMethod(provider, secondFactor: .init(second, enrollmentID: enrollment))
    }
}
