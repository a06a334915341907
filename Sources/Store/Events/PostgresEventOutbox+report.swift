import PostgreSQL
import VerificationCore

extension PostgresEventOutbox {
    package func report(atMost limit: Int) async throws(StoreProblem) -> OutboxReport {
        try await pool.ask {
            // A row more than asked for tells whether there are more.
            let rows = try await pool.read(.waitingByApp(among: limit, limit + 1), deadline: .now + patience)
            var (waiting, oldest, isCapped): ([AppID: Int], Timestamp?, Bool) = ([:], nil, false)
            for row in rows {
                // An app's name that only a later version can have written belongs to no app that this page shows.
                guard let app = AppID(try row.decode("app", as: String.self)) else { continue }
                waiting[app] = Int(try row.decode("count", as: Int64.self))
                oldest = min(oldest ?? Timestamp(microseconds: .max), try row.decode("oldest"))
                isCapped = try row.decode("is_capped")
            }
            return OutboxReport(waiting: waiting, oldestAt: oldest, isCapped: isCapped)
        }
    }
}

extension SQL {
    /// The counts of the first `limit` events, and whether there are `more`.
    fileprivate static func waitingByApp(among limit: Int, _ more: Int) -> SQL {
        """
        with first as materialized (
          select app, created_at, row_number() over (order by id) as place
          from (select id, app, created_at from outbox order by id limit \(more)) o
        )
        select app, count(*) as count, min(created_at) as oldest, (select count(*) from first) > \(limit) as is_capped
        from first where place <= \(limit) group by app
        """
    }
}
