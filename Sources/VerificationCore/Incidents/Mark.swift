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
        case dashboardEnded = "dashboard-ended"
        case apiStarted = "api-started"
        case apiEnded = "api-ended"
        /// Of a process with the Firebase surface.
        case identityStarted = "identity-started"
        case identityEnded = "identity-ended"

        /// Whether a process began to work.
        package var isStart: Bool {
            switch self {
            case .workerStarted, .dashboardStarted, .apiStarted, .identityStarted: true
            case .breakerOpened, .breakerClosed, .workerEnded, .workerSilent, .dashboardEnded, .apiEnded,
                .identityEnded:
                false
            }
        }
    }

    package let at: Timestamp
    package let kind: Kind
    /// The gateway, or the host of the process.
    package let subject: String
    /// Why a breaker opened, or the version of a process; empty where nothing more is known.
    package let detail: String
    /// The detail of the last start of the same kind before this one, where it was another; nil for all other marks.
    ///
    /// A store finds it when it keeps the mark. So it names the version that a process has replaced.
    package let former: String?

    package init(at: Timestamp, kind: Kind, subject: String, detail: String, former: String? = nil) {
        (self.at, self.kind, self.former) = (at, kind, former)
        (self.subject, self.detail) = (Incident.storable(subject), Incident.storable(detail))
    }
}
