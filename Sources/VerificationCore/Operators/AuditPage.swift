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
