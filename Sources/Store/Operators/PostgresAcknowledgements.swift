import PostgreSQL
import VerificationCore

/// What operators have acknowledged, in a row for each rule.
///
/// Where two operators acknowledge the same rule, the primary key lets the second wait for the first, and the second
/// stands.
package struct PostgresAcknowledgements: AcknowledgementStore {
    private let pool: PostgresPool

    package init(pool: PostgresPool) { self.pool = pool }

    package func acknowledgements() async throws(StoreError) -> [Acknowledgement] {
        try await pool.ask { try await pool.read(.acknowledgements).acknowledgements() }
    }

    package func acknowledge(_ draft: AcknowledgementDraft) async throws(StoreError) -> Acknowledgement {
        let kept = try await pool.ask { try await pool.query(.save(draft)).acknowledgements() }
        guard let acknowledgement = kept.first else { throw .unavailable }
        return acknowledgement
    }

    package func takeBack(of rule: String) async throws(StoreError) -> Acknowledgement? {
        try await pool.ask { try await pool.query(.remove(of: rule)).acknowledgements() }.first
    }
}

extension SQL {
    fileprivate static let acknowledgements: SQL = """
        select \(SQLPart.acknowledgement) from acknowledgement where until > clock_timestamp() order by rule
        """

    fileprivate static func save(_ draft: AcknowledgementDraft) -> SQL {
        """
        insert into acknowledgement (rule, level, subjects, who, reason, until)
        values (\(draft.rule), \(Int64(draft.level)), \(draft.subjects.sorted()), \(draft.who), \(draft.reason), \(draft.until))
        on conflict (rule) do update set level = excluded.level, subjects = excluded.subjects, who = excluded.who,
          reason = excluded.reason, since = clock_timestamp(), until = excluded.until
        returning \(SQLPart.acknowledgement)
        """
    }

    /// Removes also a row that has ended, and answers only a row that has not.
    fileprivate static func remove(of rule: String) -> SQL {
        """
        with gone as (delete from acknowledgement where rule = \(rule) returning \(SQLPart.acknowledgement))
        select \(SQLPart.acknowledgement) from gone where until > clock_timestamp()
        """
    }
}

extension SQLPart {
    /// The columns that `acknowledgements` reads.
    fileprivate static let acknowledgement: SQLPart = "rule, level, subjects, who, reason, since, until"
}

extension PostgresRows {
    fileprivate func acknowledgements() throws(PostgresError) -> [Acknowledgement] {
        var found: [Acknowledgement] = []
        for row in self {
            found.append(
                Acknowledgement(
                    rule: try row.decode("rule"), level: Int(clamping: try row.decode("level", as: Int64.self)),
                    subjects: Set(try row.decode("subjects", as: [String].self)), who: try row.decode("who"),
                    reason: try row.decode("reason"), at: try row.decode("since"), until: try row.decode("until")))
        }
        return found
    }
}
