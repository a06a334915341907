import PostgreSQL
import VerificationCore

/// What an operator says of the queues, in rows that all workers read every second.
///
/// A queue with a row is paused. Where two operators meet:
/// - Both pause. The primary key lets the second wait for the first, and then the second gets the first operator's row.
/// - One pauses, the other resumes. Whoever comes second waits for the first to commit, and the second word counts.
package struct PostgresQueuePauses: QueuePauses {
    private let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String
    ) async throws(StoreProblem) -> (pause: QueuePause, isNew: Bool) {
        try await pool.ask {
            // The update changes nothing: it returns the row that stands. PostgreSQL has set `xmax` in that row only.
            let row = try await pool.query(
                """
                insert into queue_pause (queue, who, reason) values (\(queue.rawValue), \(who), \(reason))
                on conflict (queue) do update set queue = excluded.queue
                returning who, reason, since, xmax = 0 as is_new
                """)[0]
            return (try row.queuePause(), try row.decode("is_new"))
        }
    }

    package func resume(_ queue: WorkQueue) async throws(StoreProblem) -> QueuePause? {
        try await pool.ask {
            try await pool.query(
                "delete from queue_pause where queue = \(queue.rawValue) returning who, reason, since"
            ).first?.queuePause()
        }
    }
}
