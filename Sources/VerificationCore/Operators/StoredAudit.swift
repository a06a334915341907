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
