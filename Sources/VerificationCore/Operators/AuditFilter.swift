/// Which lines of the audit a reader wants.
package struct AuditFilter: Sendable, Hashable {
    /// Nil for everybody's.
    package let actor: String?
    /// Nil for all deeds.
    package let deed: OperatorDeed?
    /// Nil for all results.
    package let result: AuditEntry.Result?
    /// Whether only deeds are wanted that may change how the installation works, see `OperatorDeed.isChange`.
    package let onlyChanges: Bool

    package init(
        actor: String? = nil, deed: OperatorDeed? = nil, result: AuditEntry.Result? = nil, onlyChanges: Bool = false
    ) {
        (self.actor, self.deed, self.result, self.onlyChanges) = (actor, deed, result, onlyChanges)
    }

    /// Every line.
    package static let all = AuditFilter()

    /// What was changed: sign-ins, looks and searches, of which there may be many, are left out.
    package static let changesDone = AuditFilter(result: .done, onlyChanges: true)

    /// Whether a line is wanted.
    package func fits(_ entry: AuditEntry) -> Bool {
        (actor ?? entry.actor) == entry.actor && (deed ?? entry.deed) == entry.deed
            && (result ?? entry.result) == entry.result && (!onlyChanges || entry.deed.isChange)
    }
}
