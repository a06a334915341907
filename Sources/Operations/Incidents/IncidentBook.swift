import VerificationCore

/// What this process has seen of faults, until a store has it.
///
/// It holds a bounded number of sightings: an outage of the database may be long. It asks no store and reads no clock.
struct IncidentBook {
    /// How many open incidents, and how many that are over and not kept yet, it holds at most.
    static let most = 500
    /// How many sightings a report has at most.
    private static let portion = 100
    /// How often the store hears at least that an incident lasts.
    private static let rhythm = Duration.seconds(15)
    /// For so long it ends no other dashboard's incident: some rules need minutes of looks until they hold.
    private static let learning = Duration.seconds(120)

    fileprivate struct Draft {
        var sighting: IncidentSighting
        /// What of it the store has; nil for nothing.
        var kept: IncidentSighting?
    }

    private var open: [Incident.Accusation: Draft] = [:]
    /// Not kept yet, the oldest first; each with a number that tells it from equal ones.
    private var over: [(number: Int, sighting: IncidentSighting)] = []
    private var overCount = 0
    private var firstLookAt: Timestamp?
    private var lastLookAt: Timestamp?
    private var lastReportAt: Timestamp?
    private var note = ""

    /// Learns from a look.
    mutating func note(_ overview: Overview) {
        let (now, judgement) = (overview.situation.at, overview.judgement)
        close(at: now)
        // An incident goes on while it is acknowledged: an operator who knows of it has not ended it.
        let acknowledged = judgement.acknowledged.map(\.finding)
        let causes = Set(judgement.causes + acknowledged)
        for finding in judgement.findings + acknowledged + judgement.followersOfAcknowledged {
            for subject in finding.subjects {
                let accusation = Incident.Accusation(rule: finding.rule.rawValue, subject: subject)
                if open[accusation] != nil {
                    see(accusation, in: finding, at: now)
                } else if causes.contains(finding), open.count < Self.most {
                    begin(accusation, by: finding, since: overview.since[finding.rule], at: now)
                }
            }
        }
        note = [judgement.verdict.rawValue, judgement.causes.first?.sentence].compactMap { $0 }.joined(separator: ": ")
        firstLookAt = firstLookAt ?? now
        lastLookAt = now
    }

    /// Moves what has not been seen for long to what is over.
    private mutating func close(at now: Timestamp) {
        let gone = open.filter { now - $0.value.sighting.lastSeenAt > Incident.flicker }
        for (accusation, draft) in gone.sorted(by: { $0.value.sighting.beganAt < $1.value.sighting.beganAt }) {
            open[accusation] = nil
            var sighting = draft.sighting
            sighting.isOver = true
            overCount += 1
            over.append((overCount, sighting))
        }
        over.removeFirst(max(0, over.count - Self.most))
    }

    private mutating func see(
        _ accusation: Incident.Accusation, in finding: Judgement.RuleFinding, at now: Timestamp
    ) {
        guard let worst = finding.worst else { return }
        // A host's clock may have been ahead before the database told its time.
        let began = open[accusation]?.sighting.beganAt ?? now
        open[accusation]?.sighting.lastSeenAt = max(now, began)
        if let known = open[accusation]?.sighting.worst, worst.level > known.level {
            open[accusation]?.sighting.worst = worst
        }
    }

    /// The beginning of one subject of several is not known apart: then it begins with this look.
    private mutating func begin(
        _ accusation: Incident.Accusation, by finding: Judgement.RuleFinding, since: Since?, at now: Timestamp
    ) {
        guard let worst = finding.worst else { return }
        let own = finding.subjects.count == 1 ? since : nil
        let began = own ?? Since(at: now, isAtLeast: firstLookAt == nil)
        open[accusation] = Draft(
            sighting: IncidentSighting(
                accusation: accusation, worst: worst, beganAt: began.at, isAtLeast: began.isAtLeast,
                lastSeenAt: max(now, began.at)))
    }

    /// What the store has to hear now; nil when there is nothing new.
    mutating func report(
        at now: Timestamp, marksSilentWorkers: Bool
    ) -> (report: IncidentReport, numbers: Set<Int>)? {
        guard let firstLookAt, let lastLookAt else { return nil }
        let ended = over.prefix(Self.portion)
        let lasting = open.values.filter { $0.isDue(after: Self.rhythm) }.map(\.sighting)
            .sorted { $0.beganAt < $1.beganAt }.prefix(Self.portion - ended.count)
        let isDue = lastReportAt.map { now - $0 >= Self.rhythm } ?? true
        guard isDue || !ended.isEmpty || !lasting.isEmpty else { return nil }
        lastReportAt = now
        let maySayWhatEnded = now - firstLookAt >= Self.learning && now - lastLookAt <= .seconds(30)
        let report = IncidentReport(
            sightings: ended.map(\.sighting) + lasting, holding: Set(open.keys),
            staleBefore: maySayWhatEnded ? now - Incident.flicker : nil, watchedSince: firstLookAt, note: note,
            marksSilentWorkers: marksSilentWorkers)
        return (report, Set(ended.map(\.number)))
    }

    /// Forgets what the store has heard.
    mutating func kept(_ report: IncidentReport, over numbers: Set<Int>) {
        over.removeAll { numbers.contains($0.number) }
        for sighting in report.sightings where !sighting.isOver {
            // Another incident of the same accusation may have begun meanwhile.
            guard open[sighting.accusation]?.sighting.beganAt == sighting.beganAt else { continue }
            open[sighting.accusation]?.kept = sighting
        }
    }
}

extension IncidentBook.Draft {
    fileprivate func isDue(after rhythm: Duration) -> Bool {
        guard let kept else { return true }
        return sighting.worst != kept.worst || sighting.lastSeenAt - kept.lastSeenAt >= rhythm
    }
}

extension Judgement.RuleFinding {
    /// Nil for a finding that says that nothing is wrong.
    fileprivate var worst: Incident.Worst? {
        let level: Incident.Level? =
            switch self.level {
            case .fine: nil
            case .degraded: .degraded
            case .down: .down
            }
        return level.map { Incident.Worst(level: $0, sentence: sentence, measure: measure) }
    }
}
