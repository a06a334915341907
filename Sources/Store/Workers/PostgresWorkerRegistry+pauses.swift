import PostgreSQL
import VerificationCore

/// Pauses of queues, in rows that all workers read.
///
/// A queue with a row whose end has not come is paused. Where two operators meet:
/// - Both pause. The primary key lets the second wait for the first, and then the second gets the first operator's row.
/// - One pauses, the other resumes. The second transaction waits for the first to commit, and its change stands.
/// - Both find a pause that has ended. The second waits for the first to delete the row, and then finds none.
extension PostgresWorkerRegistry {
    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String, lasting duration: Duration?
    ) async throws(StoreError) -> (pause: QueuePause, isNew: Bool) {
        while true {
            // The update changes nothing: it returns the row that stands. PostgreSQL has set `xmax` in that row only.
            let rows = try await change(
                """
                insert into queue_pause (queue, who, reason, until)
                values (\(queue.rawValue), \(who), \(reason),
                  clock_timestamp() + \(duration?.wholeMicroseconds) * interval '1 microsecond')
                on conflict (queue) do update set queue = excluded.queue
                returning who, reason, since, until, xmax = 0 as is_new,
                  coalesce(until <= clock_timestamp(), false) as is_over
                """)
            let (pause, isNew, isOver) = try await pool.ask {
                (
                    try rows[0].queuePause(), try rows[0].decode("is_new", as: Bool.self),
                    try rows[0].decode("is_over", as: Bool.self)
                )
            }
            // The other operator's pause ended between the two statements.
            if isOver, !isNew { continue }
            return (pause, isNew)
        }
    }

    package func resume(_ queue: WorkQueue) async throws(StoreError) -> QueuePause? {
        let rows = try await change(
            "delete from queue_pause where queue = \(queue.rawValue) returning who, reason, since, until")
        return try await pool.ask { try rows.first?.queuePause() }
    }

    /// Workers go by the clock, so no process has to hear of it.
    package func settlePauses() async throws(StoreError) {
        _ = try await pool.ask { try await pool.query(.settlePauses, deadline: .now + patience) }
    }

    private func change(_ statement: SQL) async throws(StoreError) -> PostgresRows {
        // The database of an earlier version may have no audit. A queue can be paused there too: only the line about a pause
        // that ended by itself is missing.
        let isSettled = (try? await settlePauses()) != nil
        let statements = isSettled ? [statement] : [.dropEndedPauses, statement]
        return try await SettingsChanges(pool: pool).make(of: [.switches], statements)[statements.count - 1]
    }
}

extension SQL {
    /// The rows that `queuePauses` reads; a pause whose end has come is no pause.
    static let queuePauses: SQL = """
        select queue, who, reason, since, until from queue_pause
        where coalesce(until > clock_timestamp(), true)
        """

    static let dropEndedPauses: SQL = "delete from queue_pause where until <= clock_timestamp()"

    /// Removes the pauses whose end has come, and adds for each a line to the audit.
    static let settlePauses: SQL = """
        with ended as (
          delete from queue_pause where until <= clock_timestamp() returning queue, who, reason, until
        )
        insert into audit (actor, deed, subject, reason, result)
        select who, \(OperatorAction.resumeQueue.rawValue),
          'queue ' || queue || ': the pause ended by itself at '
            || to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          reason, \(AuditEntry.Result.done.rawValue)
        from ended order by until
        """
}

extension PostgresRows {
    /// Reads the rows of `SQL.queuePauses`; leaves out a queue that only a later program knows.
    func queuePauses() throws(PostgresError) -> [WorkQueue: QueuePause] {
        var pauses: [WorkQueue: QueuePause] = [:]
        for row in self {
            guard let queue = WorkQueue(rawValue: try row.decode("queue")) else { continue }
            pauses[queue] = try row.queuePause()
        }
        return pauses
    }
}

extension PostgresRow {
    /// Reads the columns `who`, `reason`, `since` and `until`.
    fileprivate func queuePause() throws(PostgresError) -> QueuePause {
        QueuePause(
            who: try decode("who"), reason: try decode("reason"), since: try decode("since"),
            until: try decode("until"))
    }
}
