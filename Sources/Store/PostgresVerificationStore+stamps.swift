import PostgreSQL
import VerificationCore

extension PostgresVerificationStore {
    package func stamps(of ids: [VerificationID]) async throws(StoreProblem) -> [VerificationID: StatusStamp] {
        try await pool.ask {
            let end = ContinuousClock.now + callDeadline
            let leads = try await pool.read([.planForTheirDays, .verificationIDs(of: ids)], deadline: end)[1]
                .decode(as: VerificationID.self, VerificationID.self)
            guard !leads.isEmpty else { return [:] }
            let rows = try await pool.read([.planForTheirDays, .stamps(of: leads.map(\.1))], deadline: end)[1]
            let stamps = Dictionary(try rows.decode(as: VerificationID.self, String.self)) { $1 }
            // An erased verification has no row any more. Its empty stamp wakes callers that wait for news.
            return Dictionary(leads.map { id, verification in (id, StatusStamp(stamps[verification] ?? "")) }) { $1 }
        }
    }
}

extension SQL {
    fileprivate static func verificationIDs(of ids: [VerificationID]) -> SQL {
        "select id, verification_id from verification_request where id = any (\(ids))"
    }

    /// A stamp's words are the statuses, and what changes a report by time alone: the end of the code, of a lease.
    fileprivate static func stamps(of ids: [VerificationID]) -> SQL {
        """
        select v.id, concat_ws(' ', v.status, v.expires_at <= clock_timestamp(), v.checks >= v.max_checks, m.ordinal,
                               m.status, m.stage = 'leased' and m.due_at <= clock_timestamp())
        from verification v
        left join lateral (
          select ordinal, status, stage, due_at from message
          where verification_id = v.id and verification_id = any (\(ids))
          order by ordinal desc limit 1
        ) m on true
        where v.id = any (\(ids))
        """
    }
}
