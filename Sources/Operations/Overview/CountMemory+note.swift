import VerificationCore

extension CountMemory {
    /// How long an app counts as untold when nothing more is heard: the longest pause between two tries.
    private static let mostSilence = EventSchedule().pauses.max() ?? .zero

    /// Learns from a look; the first looks of a process, which cannot tell what came of late, teach nothing.
    mutating func note(_ counts: Counts, at now: Timestamp) {
        guard let lately = counts.lately else { return }
        for gateway in counts.calls.keys {
            let calls = lately.calls(of: gateway)
            if calls.failedShare >= Rule.Limits.someFail {
                mended.remove(gateway)
            } else if calls.all >= Rule.Limits.leastFresh {
                mended.insert(gateway)
            }
        }
        for app in counts.failingEndpoints { untold[app.name] = now }
        untold = untold.filter { app, at in lately[.eventTold, app] == 0 && now - at <= Self.mostSilence }
    }
}
