import PostgreSQL
import VerificationCore

extension SQL {
    /// The rows that `queuePauses` reads.
    static let queuePauses: SQL = "select queue, who, reason, since from queue_pause"
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
    /// Reads the columns `who`, `reason` and `since`.
    func queuePause() throws(PostgresError) -> QueuePause {
        QueuePause(who: try decode("who"), reason: try decode("reason"), since: try decode("since"))
    }
}
