import AccountCore
import PostgreSQL
import VerificationCore

extension SQL {
    /// Begins a session of an account; no statement without a session.
    ///
    /// The sessions that went unused longest make room for it; the account's row is locked, or new.
    static func beginning(_ session: RefreshSession?, of id: LocalID, _ project: ProjectID) -> [SQL] {
        guard let session else { return [] }
        return [
            """
            delete from refresh_session where token_hash = any (array(
              select token_hash from refresh_session where project = \(project.text) and account = \(id.text)
              order by ended_at is null desc, last_used_at desc offset \(RefreshSession.mostPerAccount - 1)))
            """,
            """
            insert into refresh_session (token_hash, project, account, provider, second_provider, second_enrollment,
              began_at, last_used_at, auth_time, claims)
            values (\(session.tokenHash), \(project.text), \(id.text), \(session.method.provider.text),
              \(session.method.secondFactor?.provider.text), \(session.method.secondFactor?.enrollmentID),
              \(session.beganAt), \(session.beganAt), \(session.authTime), \(session.claims?.text))
            """,
        ]
    }

    /// Ends the sessions of an account that began before a moment, and forgets what ended long ago.
    static func ending(sessionsBefore moment: Timestamp?, of id: LocalID, _ project: ProjectID) -> [SQL] {
        guard let moment else { return [] }
        return [
            """
            update refresh_session set ended_at = clock_timestamp()
            where project = \(project.text) and account = \(id.text) and began_at < \(moment) and ended_at is null
            """,
            """
            delete from refresh_session
            where project = \(project.text) and account = \(id.text)
              and ended_at < clock_timestamp() - interval '30 days'
            """,
        ]
    }
}
