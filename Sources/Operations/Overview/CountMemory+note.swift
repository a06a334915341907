import VerificationCore

extension CountMemory {
    /// How long an app counts as untold when nothing more is heard: the longest wait of the standard schedule.
    private static let mostSilence = EventSchedule().retrySchedule.delays.max() ?? .zero

    /// Learns from a look; the first looks of a process, which cannot tell what came of late, teach nothing.
    ///
    /// - Parameters:
    ///   - counts: What the look found, with what is remembered of earlier looks.
    ///   - now: When it was.
    mutating func note(_ counts: Counts, at now: Timestamp) {
        defer { lookedAt = now }
        guard let lately = counts.lately else {
            // While nobody looked, for example at night, the app may have been told.
            if let lookedAt, now - lookedAt > Lately.longest { untold = [:] }
            return
        }
        hasToldOfLate = true
        noteGateways(counts, lately, at: now)
        noteHeld(counts, at: now)
        for endpoint in counts.failingEndpoints { untold[endpoint.app] = now }
        untold = untold.filter { app, at in lately[.eventTold, app] == 0 && now - at <= Self.mostSilence }
    }

    private mutating func noteGateways(_ counts: Counts, _ lately: Lately, at now: Timestamp) {
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
