import PostgreSQL
import VerificationCore

/// Pauses of queues, in rows that all workers read.
///
/// A queue with a row is paused. Where two operators meet:
/// - Both pause. The primary key lets the second wait for the first, and then the second gets the first operator's row.
/// - One pauses, the other resumes. Whoever comes second waits for the first to commit, and the second word counts.
extension PostgresWorkerRegistry {
    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String
    ) async throws(StoreProblem) -> (pause: QueuePause, isNew: Bool) {
        // The update changes nothing: it returns the row that stands. PostgreSQL has set `xmax` in that row only.
        let rows = try await change(
            """
            insert into queue_pause (queue, who, reason) values (\(queue.rawValue), \(who), \(reason))
            on conflict (queue) do update set queue = excluded.queue
            returning who, reason, since, xmax = 0 as is_new
            """)
        return try await pool.ask { (try rows[0].queuePause(), try rows[0].decode("is_new")) }
    }

    package func resume(_ queue: WorkQueue) async throws(StoreProblem) -> QueuePause? {
        let rows = try await change(
            "delete from queue_pause where queue = \(queue.rawValue) returning who, reason, since")
        return try await pool.ask { try rows.first?.queuePause() }
    }

    private func change(_ statement: SQL) async throws(StoreProblem) -> PostgresRows {
        try await SettingsChanges(pool: pool).make(of: [.switches], [statement])[0]
    }
}
