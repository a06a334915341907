import PostgreSQL
import VerificationCore

/// Keeps the audit in a table that only grows, until retention forgets its oldest lines.
package struct PostgresAudit: AuditLog {
    private let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.patience = patience
    }

    package func note(_ entry: AuditEntry) async throws(StoreProblem) {
        _ = try await pool.ask {
            try await pool.query(
                """
                insert into audit (actor, deed, subject, reason, result)
                values (\(entry.actor), \(entry.deed.rawValue), \(entry.subject), \(entry.reason),
                  \(entry.result.rawValue))
                """, deadline: .now + patience)
        }
    }

    package func entries(before number: Int64?, limit: Int) async throws(StoreProblem) -> [StoredAudit] {
        try await pool.ask {
            try await pool.read(
                """
                select number, created_at, actor, deed, subject, reason, result from audit
                where number < \(number ?? .max) order by number desc limit \(limit)
                """, deadline: .now + patience
            ).entries()
        }
    }
}

extension PostgresRows {
    /// Leaves out lines whose words only a later version knows.
    fileprivate func entries() throws(PostgresError) -> [StoredAudit] {
        var entries: [StoredAudit] = []
        for row in self {
            guard let deed = OperatorDeed(rawValue: try row.decode("deed", as: String.self)),
                let result = AuditEntry.Result(rawValue: try row.decode("result", as: String.self))
            else { continue }
            let entry = AuditEntry(
                actor: try row.decode("actor"), deed: deed, subject: try row.decode("subject"),
                reason: try row.decode("reason"), result: result)
            entries.append(
                StoredAudit(number: try row.decode("number"), at: try row.decode("created_at"), entry: entry))
        }
        return entries
    }
}
