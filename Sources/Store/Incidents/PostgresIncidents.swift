import PostgreSQL
import VerificationCore

/// Keeps incidents and marks in tables.
///
/// Where two dashboards meet, the lock in the table's name lets the second wait for the first, and then the second finds
/// the first one's row and extends it. The table's constraint on open incidents holds that also for other programs.
package struct PostgresIncidents: IncidentStore {
    private let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        (self.pool, self.patience) = (pool, patience)
    }

    package func keep(_ report: IncidentReport) async throws(StoreError) {
        let lock: SQL = "select pg_advisory_xact_lock('incident'::regclass::oid::bigint) is null"
        let marks: [SQL] = report.marks.map { .keep($0) } + (report.marksSilentWorkers ? [.markSilentWorkers] : [])
        let statements =
            [lock] + report.sightings.map { .keep($0, note: report.note(ofLastSeenAt: $0.lastSeenAt)) }
            + (report.staleBefore.map { [.end(before: $0, report)] } ?? []) + marks
        try await pool.ask { _ = try await pool.pipeline(statements, deadline: .now + patience) }
    }

    package func incidents(
        _ filter: IncidentFilter, before number: Int64?, limit: Int
    ) async throws(StoreError) -> [Incident] {
        try await pool.ask {
            try await pool.read(
                """
                select \(SQLPart.incident) from incident
                where number < \(number ?? .max) and rule = coalesce(\(filter.rule), rule)
                  and (ended_at is null or ended_at >= coalesce(\(filter.since), '-infinity'::timestamptz))
                order by number desc limit \(limit)
                """, deadline: .now + patience
            ).incidents()
        }
    }

    package func incident(_ number: Int64) async throws(StoreError) -> Incident? {
        try await pool.ask {
            try await pool.read(
                "select \(SQLPart.incident) from incident where number = \(number)", deadline: .now + patience
            ).incidents().first
        }
    }

    package func marks(in span: ClosedRange<Timestamp>, limit: Int) async throws(StoreError) -> [Mark] {
        try await pool.ask {
            try await pool.read(
                """
                select created_at, kind, subject, detail, former from mark
                where created_at between \(span.lowerBound) and \(span.upperBound)
                order by created_at desc, number desc limit \(limit)
                """, deadline: .now + patience
            ).marks()
        }
    }

    package func changes(
        in span: ClosedRange<Timestamp>, limit: Int
    ) async throws(StoreError) -> [StoredAudit] {
        try await pool.ask {
            try await pool.read(.changes(in: span, limit: limit), deadline: .now + patience).auditLines()
        }
    }
}

extension SQLPart {
    /// The columns that `incidents` reads.
    fileprivate static let incident: SQLPart =
        "number, rule, subject, level, sentence, measure, began_at, is_at_least, last_seen_at, ended_at, ending"
}

extension PostgresRows {
    /// Leaves out incidents of a level that only a later version knows.
    fileprivate func incidents() throws(PostgresError) -> [Incident] {
        var incidents: [Incident] = []
        for row in self {
            guard let level = Incident.Level(rawValue: try row.decode("level", as: String.self)) else { continue }
            let endedAt: Timestamp? = try row.decode("ended_at")
            let note: String? = try row.decode("ending")
            incidents.append(
                Incident(
                    number: try row.decode("number"),
                    accusation: Incident.Accusation(
                        rule: try row.decode("rule"), subject: try row.decode("subject")),
                    worst: Incident.Worst(
                        level: level, sentence: try row.decode("sentence"), measure: try row.decode("measure")),
                    beganAt: try row.decode("began_at"), isAtLeast: try row.decode("is_at_least"),
                    lastSeenAt: try row.decode("last_seen_at"),
                    ending: endedAt.map { Incident.Ending(at: $0, note: note ?? "") }))
        }
        return incidents
    }

    /// Leaves out marks of a kind that only a later version knows.
    fileprivate func marks() throws(PostgresError) -> [Mark] {
        var marks: [Mark] = []
        for row in self {
            guard let kind = Mark.Kind(rawValue: try row.decode("kind", as: String.self)) else { continue }
            marks.append(
                Mark(
                    at: try row.decode("created_at"), kind: kind, subject: try row.decode("subject"),
                    detail: try row.decode("detail"), former: try row.decode("former")))
        }
        return marks
    }
}
