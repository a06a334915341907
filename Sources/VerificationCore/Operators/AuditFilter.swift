/// Which lines of the audit a reader wants.
package struct AuditFilter: Sendable, Hashable {
    /// Nil for everybody's.
    package let actor: String?
    /// Nil for all deeds.
    package let deed: OperatorDeed?
    /// Nil for all results.
    package let result: AuditEntry.Result?

    package init(actor: String? = nil, deed: OperatorDeed? = nil, result: AuditEntry.Result? = nil) {
        (self.actor, self.deed, self.result) = (actor, deed, result)
    }

    /// Every line.
    package static let all = AuditFilter()

    /// Whether a line is wanted.
    package func fits(_ entry: AuditEntry) -> Bool {
        (actor ?? entry.actor) == entry.actor && (deed ?? entry.deed) == entry.deed
            && (result ?? entry.result) == entry.result
    }
}
