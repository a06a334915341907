/// What a dashboard has seen of faults since its last report.
package struct IncidentReport: Sendable, Hashable {
    /// In the order of their times.
    package let sightings: [IncidentSighting]
    /// What holds at this dashboard; such an incident does not end.
    package let holding: Set<Incident.Accusation>
    /// Open incidents that no dashboard has seen since this moment end; nil ends none.
    package let staleBefore: Timestamp?
    /// When this dashboard began to look: what was seen last before has ended unwatched.
    package let watchedSince: Timestamp
    /// The state of the installation, for incidents that end.
    package let note: String
    /// What happened to this process; a mark that is on record already is not kept again.
    package let marks: [Mark]
    /// Whether workers that have fallen silent get their marks.
    ///
    /// After an outage of the database every worker looks silent for a moment, so a dashboard waits with it.
    package let marksSilentWorkers: Bool

    package init(
        sightings: [IncidentSighting], holding: Set<Incident.Accusation>, staleBefore: Timestamp?,
        watchedSince: Timestamp, note: String, marks: [Mark] = [], marksSilentWorkers: Bool = false
    ) {
        (self.sightings, self.holding, self.staleBefore) = (sightings, holding, staleBefore)
        (self.watchedSince, self.note) = (watchedSince, Incident.storable(note))
        (self.marks, self.marksSilentWorkers) = (marks, marksSilentWorkers)
    }

    /// The note of an incident that was seen last before this dashboard began to look.
    package static let unwatched = "No dashboard looked when it ended."

    /// The note of an incident that ends with this report.
    package func note(ofLastSeenAt moment: Timestamp) -> String { moment < watchedSince ? Self.unwatched : note }
}

/// What a dashboard has seen of one accusation, from its beginning.
package struct IncidentSighting: Sendable, Hashable {
    package let accusation: Incident.Accusation
    package var worst: Incident.Worst
    package var beganAt: Timestamp
    /// Whether it may have begun earlier, when this dashboard did not look.
    package var isAtLeast: Bool
    package var lastSeenAt: Timestamp
    /// Whether this dashboard has not seen it for longer than `Incident.flicker`.
    package var isOver: Bool

    package init(
        accusation: Incident.Accusation, worst: Incident.Worst, beganAt: Timestamp, isAtLeast: Bool,
        lastSeenAt: Timestamp, isOver: Bool = false
    ) {
        (self.accusation, self.worst) = (accusation, worst)
        (self.beganAt, self.isAtLeast) = (beganAt, isAtLeast)
        (self.lastSeenAt, self.isOver) = (lastSeenAt, isOver)
    }
}
