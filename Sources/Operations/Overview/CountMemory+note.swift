import VerificationCore

extension CountMemory {
    /// How long an app counts as untold when nothing more is heard: the longest pause of the standard schedule.
    private static let mostSilence = EventSchedule().pauses.max() ?? .zero

    /// Learns from a look; the first looks of a process, which cannot tell what came of late, teach nothing.
    mutating func note(_ counts: Counts, at now: Timestamp) {
        defer { lookedAt = now }
        guard let lately = counts.lately else {
            // While nobody looked, for example at night, the app may have been told.
            if let lookedAt, now - lookedAt > Lately.longest { untold = [:] }
            return
        }
        for gateway in counts.calls.keys {
            let calls = lately.calls(of: gateway)
            if calls.failedShare >= Rule.Limits.someFail {
                mended.remove(gateway)
            } else if calls.all >= Rule.Limits.leastFresh {
                mended.insert(gateway)
            }
        }
        for endpoint in counts.failingEndpoints { untold[endpoint.app] = now }
        untold = untold.filter { app, at in lately[.eventTold, app] == 0 && now - at <= Self.mostSilence }
    }
}
