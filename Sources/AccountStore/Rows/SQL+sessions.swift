import AccountCore
import PostgreSQL
import SessionStore
import VerificationCore

extension SQL {
    /// Begins a session of an account; no statement without a session.
    static func beginning(_ session: RefreshSession?, of id: LocalID, _ project: ProjectID) -> [SQL] {
        guard let session else { return [] }
        return [
            """
            insert into refresh_session (token_hash, project, account, provider, second_provider, second_enrollment,
              began_at, last_used_at, claims)
            values (\(session.tokenHash), \(project.text), \(id.text), \(session.method.provider.text),
              \(session.method.secondFactor?.provider.text), \(session.method.secondFactor?.enrollmentID),
              \(session.beganAt), \(session.beganAt), \(session.claims?.text))
            """
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
