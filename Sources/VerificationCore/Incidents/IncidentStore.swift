/// Port: the incidents of an installation, and the marks of what happened in it.
///
/// Both are kept as long as verifications are; an open incident is never forgotten.
package protocol IncidentStore: Sendable {
    /// Keeps what a dashboard has seen; a report that comes twice, or from two dashboards, changes nothing more.
    ///
    /// - A sighting extends the incident of its accusation that is open, or that was there less than
    ///   `Incident.flicker` before or after it. Any other sighting makes an incident.
    /// - An open incident that no dashboard has seen since `IncidentReport.staleBefore` ends when it was last seen,
    ///   unless the report says that it holds.
    func keep(_ report: IncidentReport) async throws(StoreError)

    /// The incidents that fit, newest first.
    ///
    /// - Parameters:
    ///   - filter: which incidents.
    ///   - number: only incidents before this number; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the incidents.
    /// - Throws: a `StoreError` when the store gives no answer.
    func incidents(
        _ filter: IncidentFilter, before number: Int64?, limit: Int
    ) async throws(StoreError) -> [Incident]

    /// The incident with this number; nil when there is none.
    func incident(_ number: Int64) async throws(StoreError) -> Incident?

    /// The newest marks of a time, newest first, at most `limit`.
    func marks(in span: ClosedRange<Timestamp>, limit: Int) async throws(StoreError) -> [Mark]

    /// The newest changes that operators made in a time, newest first, at most `limit`.
    ///
    /// Sign-ins, looks and what backends do with their keys are left out; see `AuditFilter.changesDone`.
    func changes(in span: ClosedRange<Timestamp>, limit: Int) async throws(StoreError) -> [StoredAudit]
}

/// Which incidents a reader wants.
package struct IncidentFilter: Sendable, Hashable {
    /// Nil for the incidents of all rules.
    package let rule: String?
    /// Only incidents that were seen at this time or later, or are open; nil for all.
    package let since: Timestamp?

    package init(rule: String? = nil, since: Timestamp? = nil) {
        (self.rule, self.since) = (rule, since)
    }

    /// Whether an incident is wanted.
    package func fits(_ incident: Incident) -> Bool {
        (rule ?? incident.accusation.rule) == incident.accusation.rule
            && (incident.ending == nil || since.map { incident.lastSeenAt >= $0 } ?? true)
    }
}
