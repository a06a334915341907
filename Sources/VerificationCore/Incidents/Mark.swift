/// Something that happened in an installation and that no operator did: the audit has the operators' actions.
package struct Mark: Sendable, Hashable {
    /// What happened; the raw value never changes.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case breakerOpened = "breaker-opened"
        case breakerClosed = "breaker-closed"
        case workerStarted = "worker-started"
        /// In order: it had a farewell.
        case workerEnded = "worker-ended"
        /// It has had no heartbeat for half a minute, and no farewell.
        case workerSilent = "worker-silent"
        case dashboardStarted = "dashboard-started"
    }

    package let at: Timestamp
    package let kind: Kind
    /// The gateway, or the host of the process.
    package let subject: String
    /// Why a breaker opened, or the version of a process; empty where nothing more is known.
    package let detail: String

    package init(at: Timestamp, kind: Kind, subject: String, detail: String) {
        (self.at, self.kind) = (at, kind)
        (self.subject, self.detail) = (Incident.storable(subject), Incident.storable(detail))
    }
}
