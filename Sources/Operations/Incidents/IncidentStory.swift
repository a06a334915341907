import VerificationCore

/// An incident with what happened around it, as a page and a post-mortem tell it.
package struct IncidentStory: Sendable {
    /// What was counted in the minutes of the incident, beside the same minutes a week before.
    package struct Impact: Sendable {
        package let during: [TallyKind: Int]
        /// Nil where these counts are gone already.
        package let aWeekBefore: [TallyKind: Int]?
    }

    package let incident: Incident
    /// From half an hour before the incident until its end, newest first.
    package let happenings: [Happening]
    /// Whether older happenings are left out.
    package let isCutShort: Bool
    /// The number of the newest line of the audit among them; nil where no operator did anything.
    package let newestLine: Int64?
    /// Nil where it is not known.
    package let impact: Impact?
    private let at: Timestamp

    init(incident: Incident, actions: [StoredAudit], marks: [Mark], impact: Impact?, at now: Timestamp) {
        (self.incident, self.impact, at) = (incident, impact, now)
        happenings = Happening.list(actions: actions, marks: marks)
        newestLine = actions.first?.number
        isCutShort = max(actions.count, marks.count) >= IncidentQueries.most
    }

    /// What operators did while it lasted, oldest first: perhaps it helped.
    package var actionsMeanwhile: [Happening] {
        happenings.filter { $0.isAction && $0.at >= incident.beganAt }.reversed()
    }
}

extension IncidentStory {
    /// A post-mortem to begin with, as Markdown: summary, timeline, impact, what helped.
    ///
    /// Texts of others, such as an operator's reason, are escaped, so that they make no link, picture, heading or HTML.
    package var markdown: String {
        [heading, summary, timeline, impactWords, whatHelped].map { $0.joined(separator: "\n") + "\n" }
            .joined(separator: "\n")
    }

    private var title: String {
        let (rule, subject) = (incident.accusation.rule, incident.accusation.subject)
        return MarkdownText.escaped(subject.isEmpty ? rule : "\(rule) of \(subject)")
    }

    private var heading: [String] { ["# Incident \(incident.number): \(title)"] }

    private var summary: [String] {
        let (worst, ending) = (incident.worst, incident.ending)
        let began = incident.beganAt.rfc3339 + (incident.isAtLeast ? " or earlier" : "")
        let end = ending.map { "\($0.at.rfc3339), after \(incident.span.words)" }
        return [
            "## Summary", "",
            "- \(worst.level.rawValue): \(MarkdownText.escaped(worst.sentence))",
            "- Measured when it was first \(worst.level.rawValue): \(MarkdownText.escaped(worst.measure))",
            "- Began: \(began)",
            "- Ended: \(end ?? "still open at \(at.rfc3339)")",
        ] + (ending.map { ["- State a minute later: \(MarkdownText.escaped($0.note))"] } ?? [])
    }

    private var timeline: [String] {
        let own =
            [(incident.beganAt, "**the incident began**")]
            + (incident.ending.map { [($0.at, "**the incident ended**")] } ?? [])
        let others = happenings.map { ($0.at, MarkdownText.escaped($0.what)) }
        let lines = (own + others).sorted { $0.0 < $1.0 }.map { "- \($0.0.rfc3339) \($0.1)" }
        return ["## Timeline (UTC)", ""] + lines + (isCutShort ? ["- Earlier lines are left out."] : [])
    }

    private var impactWords: [String] {
        guard let impact else {
            return [
                "## Impact", "",
                "- Not counted: it lasted for more than a day, is too old, or its counts cannot be read.",
            ]
        }
        let rows = [
            (TallyKind.started, "requests were queued"),
            (.notQueued, "calls were not queued, so these people got no code"),
            (.approved, "verifications that began then were approved"),
        ].map { kind, words in
            let before = impact.aWeekBefore.map { "; \($0[kind] ?? 0) in the same minutes a week before" }
            return "- \(impact.during[kind] ?? 0) \(words)\(before ?? "")"
        }
        return ["## Impact", ""] + rows
    }

    private var whatHelped: [String] {
        let actions = actionsMeanwhile.map { "- \($0.at.rfc3339) \(MarkdownText.escaped($0.what))" }
        return ["## What helped", "", "Done while it lasted; keep what helped:", ""]
            + (actions.isEmpty ? ["- nothing in the audit log"] : actions)
    }
}
