import VerificationCore

/// Shows operators what operators did.
package struct AuditService: Sendable {
    /// How many lines a page has at most.
    package static let pageLength = 100
    /// How many lines an export has at most.
    package static let mostExported = 5_000
    /// How many pages of the store an export asks for at most; a rare line in a long audit may need more.
    private static let mostPages = 10

    private let audit: any AuditLog
    private let newest: CachedQuery<[StoredAudit]>
    private let permits: Permits
    private let now: @Sendable () -> Timestamp

    /// `newest`: the newest lines; they are shown while the database is away.
    package init(
        audit: any AuditLog, newest: CachedQuery<[StoredAudit]>, permits: Permits,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.audit, self.newest, self.permits, self.now) = (audit, newest, permits, now)
    }

    /// A page of the lines that fit, newest first, as the store has them now.
    package func list(
        _ filter: AuditFilter, before number: Int64?, limit: Int, for person: Operator
    ) async throws(OperatorError) -> AuditPage {
        try await permits.look(at: "audit", by: person)
        return try await asked { () throws(StoreError) in
            try await audit.page(filter, before: number, limit: limit)
        }
    }

    /// A page of the lines that fit, newest first; what was last known of the newest lines while the database is away.
    package func page(
        _ filter: AuditFilter, before number: Int64?, for person: Operator
    ) async throws(OperatorError) -> Cached<AuditPage> {
        try await permits.look(at: "audit", by: person)
        do {
            let page = try await audit.page(filter, before: number, limit: Self.pageLength)
            // A person who looks at the newest lines will want them too when the database goes away.
            if number == nil { _ = await newest.look() }
            return Cached(value: page, at: now())
        } catch {
            let last = await newest.look()
            guard number == nil, let lines = last.value else { return Cached(trouble: "\(error)") }
            let fitting = AuditPage(
                lines: lines.filter { filter.fits($0.entry) }, next: nil, isCutShort: false)
            return Cached(value: fitting, at: last.at, trouble: "\(error)")
        }
    }

    /// The newest lines that fit, for a file, and whether older lines were left out.
    package func export(
        _ filter: AuditFilter, for person: Operator
    ) async throws(OperatorError) -> (lines: [StoredAudit], isCutShort: Bool) {
        try await permits.look(at: "audit", by: person)
        var (lines, number): ([StoredAudit], Int64?) = ([], nil)
        for _ in 0..<Self.mostPages {
            let (before, room) = (number, min(1_000, Self.mostExported - lines.count))
            let page = try await asked { () throws(StoreError) in
                try await audit.page(filter, before: before, limit: room)
            }
            lines += page.lines
            guard let next = page.next else { return (lines, false) }
            if lines.count == Self.mostExported { break }
            number = next
        }
        return (lines, true)
    }
}
