import PostgreSQL
import VerificationCore

/// Keeps the audit in a table that only grows, until retention forgets its oldest lines.
package struct PostgresAudit: AuditLog {
    /// How many lines are looked at for a page; reading them takes a few milliseconds.
    package static let mostLookedAt = 10_000

    private let pool: PostgresPool
    private let patience: Duration
    private let mostLookedAt: Int

    /// `patience`: how long a call waits for a silent database.
    package init(
        pool: PostgresPool, patience: Duration = .milliseconds(1_500),
        mostLookedAt: Int = PostgresAudit.mostLookedAt
    ) {
        self.pool = pool
        self.patience = patience
        self.mostLookedAt = mostLookedAt
    }

    package func note(_ entry: AuditEntry) async throws(StoreError) {
        _ = try await pool.ask { try await pool.query(.auditLine(entry), deadline: .now + patience) }
    }

    package func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) async throws(StoreError) -> AuditPage {
        // Without a filter every line fits, so nothing has to be looked at beyond the page.
        let most = filter == .all ? limit : mostLookedAt
        return try await pool.ask {
            let rows = try await pool.read(
                .page(filter, before: number ?? .max, limit: limit, most: most), deadline: .now + patience)
            return try rows.page(limit: limit, most: most)
        }
    }
}

extension SQL {
    /// Adds a line to the audit.
    static func auditLine(_ entry: AuditEntry) -> SQL {
        """
        insert into audit (actor, deed, subject, reason, result, address)
        values (\(entry.actor), \(entry.action.rawValue), \(entry.subject), \(entry.reason), \(entry.result.rawValue),
          \(entry.address?.description))
        """
    }

    /// At least a row: how many lines were looked at and the oldest of them, beside each line that fits.
    fileprivate static func page(_ filter: AuditFilter, before number: Int64, limit: Int, most: Int) -> SQL {
        """
        with looked as materialized (
          select number, created_at, actor, deed, subject, reason, result, address from audit
          where number < \(number) order by number desc limit \(most)
        ), fitting as (
          select * from looked
          where actor = coalesce(\(filter.actor), actor) and deed = coalesce(\(filter.action?.rawValue), deed)
            and result = coalesce(\(filter.result?.rawValue), result)
            and (
              not \(filter.onlyChanges)
              or deed = any(\(OperatorAction.changes)) and not starts_with(actor, \(OperatorName.keyPrefix)))
          order by number desc limit \(limit)
        )
        select l.count, l.oldest, f.*
        from (select count(*) as count, min(number) as oldest from looked) l left join fitting f on true
        order by f.number desc
        """
    }
}

extension SQL {
    /// The newest lines of a time that `AuditFilter.changesDone` fits, among the newest ten thousand lines of that time;
    /// `auditLines` reads them.
    static func changes(in span: ClosedRange<Timestamp>, limit: Int) -> SQL {
        """
        with looked as materialized (
          select number, created_at, actor, deed, subject, reason, result, address from audit
          where created_at between \(span.lowerBound) and \(span.upperBound)
          order by created_at desc, number desc limit 10000
        )
        select * from looked
        where result = \(AuditEntry.Result.done.rawValue)
          and deed = any(\(OperatorAction.changes)) and not starts_with(actor, \(OperatorName.keyPrefix))
        order by created_at desc, number desc limit \(limit)
        """
    }
}

extension OperatorAction {
    fileprivate static let changes = allCases.filter(\.isChange).map(\.rawValue)
}

extension PostgresRows {
    /// Leaves out lines with a value that only a later version knows; they count for where the next page begins.
    fileprivate func page(limit: Int, most: Int) throws(PostgresError) -> AuditPage {
        var lines: [StoredAudit] = []
        var (found, last, looked, oldest): (Int, Int64?, Int64, Int64?) = (0, nil, 0, nil)
        for row in self {
            (looked, oldest) = (try row.decode("count"), try row.decode("oldest"))
            guard let number = try row.decode("number", as: Int64?.self) else { continue }
            (found, last) = (found + 1, number)
            if let entry = try row.auditEntry() {
                lines.append(StoredAudit(number: number, at: try row.decode("created_at"), entry: entry))
            }
        }
        if found == limit { return AuditPage(lines: lines, next: last, isCutShort: false) }
        let isCutShort = looked == Int64(most)
        return AuditPage(lines: lines, next: isCutShort ? oldest : nil, isCutShort: isCutShort)
    }
}

extension PostgresRows {
    /// Reads whole lines; leaves out those with a value that only a later version knows.
    func auditLines() throws(PostgresError) -> [StoredAudit] {
        var lines: [StoredAudit] = []
        for row in self {
            guard let entry = try row.auditEntry() else { continue }
            lines.append(
                StoredAudit(number: try row.decode("number"), at: try row.decode("created_at"), entry: entry))
        }
        return lines
    }
}

extension PostgresRow {
    /// Nil for a value that only a later version knows.
    fileprivate func auditEntry() throws(PostgresError) -> AuditEntry? {
        guard let action = OperatorAction(rawValue: try decode("deed", as: String.self)),
            let result = AuditEntry.Result(rawValue: try decode("result", as: String.self))
        else { return nil }
        return AuditEntry(
            actor: try decode("actor"), action: action, subject: try decode("subject"), reason: try decode("reason"),
            result: result, address: try decode("address", as: String?.self).flatMap(IPAddress.init))
    }
}
