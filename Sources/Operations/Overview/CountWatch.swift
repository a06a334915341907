import VerificationCore

/// Remembers the looks at the counts of the last minute, so that the newest look knows the counts of the last half
/// minute.
struct CountWatch {
    /// The looks of an unbroken row, the oldest first.
    private var looks: [(at: Timestamp, counts: MinuteCounts)] = []
    /// When the row of looks began.
    private var beganAt: Timestamp?
    /// When an API process was heard last in this row.
    private var apiHeardAt: Timestamp?
    /// Whether a row has ended, because the counts could not be read.
    private var hadOutage = false
    /// Outlasts an outage: an outage mends no gateway, and breaks none.
    private var memory = CountMemory()

    /// The counts with what came of late, and whether an API process is there.
    mutating func note(_ known: Cached<Counts>, at now: Timestamp) -> (Cached<Counts>, Situation.APIPresence) {
        guard var counts = known.current, let at = known.at else {
            // Processes hand over what they have counted when the database is back, and only then does silence mean anything.
            (hadOutage, looks, beganAt, apiHeardAt) = (beganAt != nil || hadOutage, [], nil, nil)
            return (known, .unwatched)
        }
        if looks.last?.at != at { add(counts.fresh, at: at) }
        counts.lately = lately(counts.fresh, at: at)
        counts.memory = memory
        memory.note(counts, at: at)
        counts.memory = memory
        return (Cached(value: counts, at: at, isOverdue: known.isOverdue), apiPresence(now))
    }

    private mutating func add(_ counts: MinuteCounts, at: Timestamp) {
        if let last = looks.last?.counts, let change = counts.since(last), change[.init(.apiAlive)] != nil {
            apiHeardAt = at
        }
        beganAt = beganAt ?? at
        looks.append((at, counts))
        looks.removeAll { at - $0.at > Lately.longest }
    }

    private func lately(_ counts: MinuteCounts, at: Timestamp) -> Lately? {
        guard let earlier = looks.last(where: { at - $0.at >= Lately.shortest }) else { return nil }
        return counts.since(earlier.counts).map { Lately($0, span: at - earlier.at) }
    }

    private func apiPresence(_ now: Timestamp) -> Situation.APIPresence {
        if let apiHeardAt { return now - apiHeardAt > Lately.shortest ? .silent(since: apiHeardAt) : .heard }
        if let beganAt, now - beganAt > Lately.shortest { return .silent(since: nil) }
        return hadOutage ? .heard : .unwatched
    }
}

extension CountMemory {
    /// How long an app counts as untold when nothing more is heard: the longest wait of the standard schedule.
    private static let mostSilence = EventSchedule().retrySchedule.delays.max() ?? .zero

    /// Learns from a look; the first looks of a process, which lack the counts of the last half minute, teach nothing.
    ///
    /// - Parameters:
    ///   - counts: What the look found, with what is remembered of earlier looks.
    ///   - now: When it was.
    mutating func note(_ counts: Counts, at now: Timestamp) {
        defer { lookedAt = now }
        guard let lately = counts.lately else {
            // While no process looked at the counts, for example at night, workers may have delivered events to the
            // app.
            if let lookedAt, now - lookedAt > Lately.longest { untold = [:] }
            return
        }
        hasToldOfLate = true
        noteGateways(counts, lately: lately, at: now)
        noteHeld(counts, at: now)
        for endpoint in counts.failingEndpoints { untold[endpoint.app] = now }
        untold = untold.filter { app, at in lately[.eventTold, app] == 0 && now - at <= Self.mostSilence }
    }

    private mutating func noteGateways(_ counts: Counts, lately: Lately, at now: Timestamp) {
        for gateway in Set(counts.calls.keys).union(accused.keys) {
            let calls = lately.calls(of: gateway)
            if calls.failedShare >= Rule.Limits.someFail {
                mended.remove(gateway)
            } else if calls.all >= Rule.Limits.leastFresh {
                mended.insert(gateway)
            }
            if let failing = counts.failingNow(gateway) {
                accused[gateway] = failing.remembered(at: now)
            } else if mended.contains(gateway) || counts.hasStoppedFailing(gateway) {
                accused[gateway] = nil
            }
        }
    }

    private mutating func noteHeld(_ counts: Counts, at time: Timestamp) {
        let places = [""] + counts.requestRegions
        for place in Set(places).union(held.keys) {
            if counts.isHeldNoMore(in: place) {
                held[place] = nil
                released.insert(place)
            } else if counts.isHeldAgain(in: place) {
                released.remove(place)
            }
            if let now = counts.heldNow(in: place) { held[place] = now.last(at: time) }
        }
        released.formIntersection(places)
    }
}
