import VerificationCore

/// An app's endpoint that does not take events, and what shows it.
struct FailingEndpoint {
    let app: String
    /// The events that it has not taken.
    let untold: Int
    /// Whether calls failed; else events were put off without a call.
    let wasCalled: Bool
    let measure: String

    /// Nil for an endpoint that takes events: in the last half minute, or else half of those of the last minutes.
    fileprivate init?(_ sum: TallySum, _ counts: Counts) {
        let (told, failed) = (sum.counts[.eventTold] ?? 0, sum.counts[.eventFailed] ?? 0)
        app = sum.name
        wasCalled = failed > 0
        if let lately = counts.lately {
            let (toldNow, failedNow) = (lately[.eventTold, app], lately[.eventFailed, app])
            let putOffNow = lately[.eventPutOff, app]
            // After a few failed calls events are put off without a call, while thousands were told a minute ago.
            if toldNow == 0, failedNow + putOffNow >= Rule.Limits.leastFresh {
                untold = failedNow + putOffNow
                measure = "no event told in \(counts.ofLateWords); failed calls: \(failedNow), put off: \(putOffNow)"
                return
            }
            if toldNow > 0, failedNow == 0 { return nil }
        }
        guard failed >= Rule.Limits.leastFresh, failed >= told else { return nil }
        untold = failed
        measure = "\(failed) of \(failed + told) calls failed in \(Counts.callMinutes) min"
    }
}

extension Counts {
    /// The apps whose endpoints do not take events.
    var failingEndpoints: [FailingEndpoint] { events.compactMap { FailingEndpoint($0, self) } }
}
