import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresAccounts {
    /// Locks the session's account first, and then reads both, so that it sees a revocation for which it has waited.
    package func refresh(
        _ attempt: RefreshAttempt, of project: ProjectID
    ) async throws(StoreError) -> SessionRefresh {
        try await pool.commit(by: end) { transaction in
            let answers = try await transaction.pipeline([
                .lockAccount(ofSession: attempt.tokenHash, project), .session(attempt.tokenHash, in: project),
            ])
            // A session that began after the first statement is as unknown as a moment before.
            guard !answers[0].isEmpty, let row = answers[1].first else { return .unknown }
            let refresh = try row.refresh(attempt)
            guard case .refreshed(let account, _) = refresh else { return refresh }
            try await transaction.commit(with: [
                """
                update account set last_refresh_at = \(account.lastRefreshAt)
                where project = \(project.text) and id = \(account.id.text)
                """,
                .using(attempt, ofSession: try row.decode("token_hash")),
            ])
            return refresh
        }
    }
}

extension SQL {
    /// A token is the session's token, or the token that it had last; each is looked up by its index.
    fileprivate static func lockAccount(ofSession tokenHash: [UInt8], _ project: ProjectID) -> SQL {
        """
        select from account
        where project = \(project.text) and id = coalesce(
          (select account from refresh_session where token_hash = \(tokenHash) and project = \(project.text)),
          (select account from refresh_session where former_hash = \(tokenHash) and project = \(project.text) limit 1))
        for update
        """
    }

    /// The session with its account; for the limits see `SQL.accounts`.
    fileprivate static func session(_ tokenHash: [UInt8], in project: ProjectID) -> SQL {
        """
        select \(SQLPart.account), s.token_hash, s.provider, s.second_provider, s.second_enrollment, s.began_at,
          coalesce(s.auth_time, s.began_at) as auth_time, s.last_used_at, s.claims,
          s.ended_at is not null as has_ended
        from (
          (select * from refresh_session where token_hash = \(tokenHash) and project = \(project.text) limit 1)
          union all
          (select * from refresh_session where former_hash = \(tokenHash) and project = \(project.text) limit 1)
          limit 1
        ) s
        cross join lateral (select * from account where project = s.project and id = s.account limit 1) a
        \(SQLPart.links)
        """
    }

    /// Notes the use of a session, and gives it the successor of the token that the caller brought.
    fileprivate static func using(_ attempt: RefreshAttempt, ofSession tokenHash: [UInt8]) -> SQL {
        guard let successor = attempt.successorHash else {
            return "update refresh_session set last_used_at = \(attempt.time) where token_hash = \(tokenHash)"
        }
        return """
            update refresh_session set last_used_at = \(attempt.time), token_hash = \(successor),
              former_hash = \(attempt.tokenHash)
            where token_hash = \(tokenHash)
            """
    }
}

extension PostgresRow {
    /// Reads a row of `SQL.session`, and decides.
    fileprivate func refresh(_ attempt: RefreshAttempt) throws -> SessionRefresh {
        guard let account = try account() else { throw StoreError.unreadableAccount }
        let session = RefreshSession(
            tokenHash: attempt.successorHash ?? attempt.tokenHash, method: try signInMethod(),
            beganAt: try decode("began_at"), authTime: try decode("auth_time", as: Timestamp.self),
            claims: try sessionClaims())
        return .decide(
            session, lastUsedAt: try decode("last_used_at"), hasEnded: try decode("has_ended"), of: account,
            for: attempt)
    }

    private func sessionClaims() throws -> CustomClaims? {
        guard let text = try decode("claims", as: String?.self) else { return nil }
        do throws(AccountError) {
            return try CustomClaims(text)
        } catch {
            throw StoreError.unreadable("a session with claims that this version cannot read")
        }
    }

    private func signInMethod() throws -> SignInMethod {
        guard let provider = ProviderID(try decode("provider", as: String.self)) else {
            throw StoreError.unreadable("a session with a provider that this version cannot read")
        }
        guard let second = try decode("second_provider", as: String?.self).flatMap(ProviderID.init),
            let enrollment = try decode("second_enrollment", as: String?.self)
        else { return SignInMethod(provider) }
        return SignInMethod(provider, secondFactor: .init(second, enrollmentID: enrollment))
    }
}
