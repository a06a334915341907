/// Port: what operators did, kept as long as verifications are.
package protocol AuditLog: Sendable {
    /// Adds a line.
    func note(_ entry: AuditEntry) async throws(StoreProblem)

    /// A page of the lines that fit a filter, newest first.
    ///
    /// The store looks at a bounded number of lines for a page, so a rare line may need several pages to be found.
    ///
    /// - Parameters:
    ///   - filter: which lines.
    ///   - number: only lines before this number; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when nothing before `number` fits.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) async throws(StoreProblem) -> AuditPage
}

/// Some lines of the audit, and where the next page begins.
package struct AuditPage: Sendable, Hashable {
    /// The newest first.
    package let lines: [StoredAudit]
    /// Older lines that fit have numbers before this number; nil when there are no older lines.
    package let next: Int64?
    /// Whether the page ended because the store had looked at as many lines as it looks at for a page.
    ///
    /// Then fewer lines than asked for are here, perhaps not a single line, and older lines may fit nevertheless.
    package let isCutShort: Bool

    package init(lines: [StoredAudit], next: Int64?, isCutShort: Bool) {
        (self.lines, self.next, self.isCutShort) = (lines, next, isCutShort)
    }
}

/// A line of the audit with its number and its time.
package struct StoredAudit: Sendable, Hashable {
    /// Grows from line to line.
    package let number: Int64
    package let at: Timestamp
    package let entry: AuditEntry

    package init(number: Int64, at: Timestamp, entry: AuditEntry) {
        self.number = number
        self.at = at
        self.entry = entry
    }
}
