import PostgreSQL
import VerificationCore

extension PostgresVerificationStore: StatusStamps {
    package func stamps(of ids: [VerificationID]) async throws(StoreProblem) -> [VerificationID: StatusStamp] {
        try await asking {
            let rows = try await pool.read(.stamps(of: ids), deadline: .now + callDeadline)
            let stamps = try rows.decode(as: VerificationID.self, String.self)
            return Dictionary(stamps.map { ($0.0, StatusStamp($0.1)) }) { $1 }
        }
    }
}

extension SQL {
    /// The words of a stamp are the statuses, and what time alone makes of them.
    fileprivate static func stamps(of ids: [VerificationID]) -> SQL {
        """
        select r.id, concat_ws(' ', v.status, v.expires_at <= clock_timestamp(), v.checks >= v.max_checks, m.ordinal,
                               m.status, m.stage = 'leased' and m.due_at <= clock_timestamp())
        from verification_request r
        left join verification v on v.id = r.verification_id
        left join lateral (
          select ordinal, status, stage, due_at from message where verification_id = r.verification_id
          order by ordinal desc limit 1
        ) m on true
        where r.id = any (\(ids))
        """
    }
}
