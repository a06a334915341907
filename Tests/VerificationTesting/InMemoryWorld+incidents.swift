import VerificationCore

extension InMemoryWorld: IncidentStore {
    package func keep(_ report: IncidentReport) throws(StoreError) {
        let now = clock.now
        try answering(about: .incidents) { state in
            for sighting in report.sightings { state.keep(sighting, of: report) }
            if let moment = report.staleBefore { state.end(before: moment, report) }
            for mark in report.marks { state.note(mark) }
            if report.marksSilentWorkers { state.markSilentWorkers(at: now) }
        }
    }

    package func incidents(
        _ filter: IncidentFilter, before number: Int64?, limit: Int
    ) throws(StoreError) -> [Incident] {
        try answering(about: .incidents) { state in
            Array(
                state.incidents.filter { $0.number < number ?? .max && filter.fits($0) }.reversed().prefix(limit))
        }
    }

    package func incident(_ number: Int64) throws(StoreError) -> Incident? {
        try answering(about: .incidents) { state in state.incidents.first { $0.number == number } }
    }

    package func marks(in span: ClosedRange<Timestamp>, limit: Int) throws(StoreError) -> [Mark] {
        try answering(about: .incidents) { state in
            let newest = state.marks.enumerated().filter { span.contains($0.element.at) }.sorted { left, right in
                (left.element.at, left.offset) > (right.element.at, right.offset)
            }
            return newest.prefix(limit).map(\.element)
        }
    }

    package func changes(in span: ClosedRange<Timestamp>, limit: Int) throws(StoreError) -> [StoredAudit] {
        try answering(about: .operatorsAndAudit) { state in
            let lines = state.audit.filter { span.contains($0.at) && AuditFilter.changesDone.fits($0.entry) }
            return Array(lines.reversed().prefix(limit))
        }
    }
}

extension InMemoryWorld.State {
    /// Keeps a mark that is not on record yet.
    mutating func note(_ mark: Mark) {
        let isKnown = marks.contains {
            ($0.at, $0.kind, $0.subject, $0.detail) == (mark.at, mark.kind, mark.subject, mark.detail)
        }
        guard !isKnown else { return }
        let last =
            marks.enumerated().filter { $0.element.kind == mark.kind && $0.element.at < mark.at }
            .max { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }?.element.detail ?? ""
        let isOther = mark.kind.isStart && !mark.detail.isEmpty && !last.isEmpty && last != mark.detail
        marks.append(
            Mark(
                at: mark.at, kind: mark.kind, subject: mark.subject, detail: mark.detail, former: isOther ? last : nil))
    }

    fileprivate mutating func keep(_ sighting: IncidentSighting, of report: IncidentReport) {
        let own = incidents.indices.filter { incidents[$0].accusation == sighting.accusation }
        let open = own.first { incidents[$0].ending == nil }
        let note = report.note(ofLastSeenAt: sighting.lastSeenAt)
        guard let place = own.last(where: { incidents[$0].belongsTogether(with: sighting) }) else {
            let ending = Incident.Ending(at: sighting.lastSeenAt, note: note)
            incidents.append(
                Incident(
                    number: Int64(incidents.count + 1), accusation: sighting.accusation, worst: sighting.worst,
                    beganAt: sighting.beganAt, isAtLeast: sighting.isAtLeast, lastSeenAt: sighting.lastSeenAt,
                    ending: sighting.isOver || open != nil ? ending : nil))
            return
        }
        let isOver = sighting.isOver || (open.map { $0 != place } ?? false)
        incidents[place] = incidents[place].extended(by: sighting, isOver: isOver, note: note)
    }

    fileprivate mutating func end(before moment: Timestamp, _ report: IncidentReport) {
        for place in incidents.indices {
            let incident = incidents[place]
            guard incident.ending == nil, incident.lastSeenAt < moment,
                !report.holding.contains(incident.accusation)
            else { continue }
            let note = report.note(ofLastSeenAt: incident.lastSeenAt)
            incidents[place] = incident.with(ending: Incident.Ending(at: incident.lastSeenAt, note: note))
        }
    }

    fileprivate mutating func markSilentWorkers(at now: Timestamp) {
        for worker in workers.known.values where !worker.hasLeft && now - worker.seenAt > .seconds(30) {
            let mark = Mark(
                at: worker.seenAt, kind: .workerSilent, subject: worker.status.host,
                detail: "process \(worker.status.processID)")
            note(mark)
        }
    }
}

extension Incident {
    fileprivate func belongsTogether(with sighting: IncidentSighting) -> Bool {
        beganAt <= sighting.lastSeenAt + Self.flicker
            && (ending == nil || lastSeenAt >= sighting.beganAt - Self.flicker)
    }

    fileprivate func extended(by sighting: IncidentSighting, isOver: Bool, note: String) -> Incident {
        let last = max(lastSeenAt, sighting.lastSeenAt)
        let hasEnded = isOver && (ending != nil || sighting.lastSeenAt >= lastSeenAt)
        let isEarlier = sighting.beganAt < beganAt
        return Incident(
            number: number, accusation: accusation,
            worst: sighting.worst.level > worst.level ? sighting.worst : worst,
            beganAt: min(beganAt, sighting.beganAt), isAtLeast: isEarlier ? sighting.isAtLeast : isAtLeast,
            lastSeenAt: last, ending: hasEnded ? Ending(at: last, note: ending?.note ?? note) : nil)
    }

    fileprivate func with(ending: Ending) -> Incident {
        Incident(
            number: number, accusation: accusation, worst: worst, beganAt: beganAt, isAtLeast: isAtLeast,
            lastSeenAt: lastSeenAt, ending: ending)
    }
}
