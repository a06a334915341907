import VerificationCore

/// The rule about apps' endpoints.
extension Rule {
    /// An endpoint that fails is called ever more rarely, so its failed calls become few while its events still wait.
    func eventsFail(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current else { return nil }
        if let worst = counts.failingEndpoints.max(by: { $0.failed < $1.failed }) {
            return Judgement.Finding(
                .degraded, self, "App \(worst.name) is not told of its verifications: its endpoint fails.",
                measure: "\(worst.failed) of \(worst.failed + worst.told) calls failed in \(Counts.callMinutes) min",
                subjects: [worst.name])
        }
        guard let waiting = situation.ready(in: .eventRetry), waiting > 0,
            let app = counts.memory.untold.keys.sorted().first ?? counts.quietEndpoints.first
        else { return nil }
        return Judgement.Finding(
            .degraded, self, "App \(app) is not told of its verifications: its events wait for another try.",
            measure: "no event told, \(waiting) wait for another try", subjects: [app])
    }
}

extension Counts {
    /// What came of the calls of an app's endpoint.
    typealias EndpointCalls = (name: String, failed: Int, told: Int, putOff: Int)

    private var endpoints: [EndpointCalls] {
        events.map { sum in
            func count(_ kind: TallyKind) -> Int { sum.counts[kind] ?? 0 }
            return (sum.name, count(.eventFailed), count(.eventTold), count(.eventPutOff))
        }
    }

    /// The apps whose endpoints are called and fail, and still do.
    var failingEndpoints: [EndpointCalls] {
        endpoints.filter { app in
            let isOver = lately.map { $0[.eventTold, app.name] > 0 && $0[.eventFailed, app.name] == 0 } ?? false
            return app.failed >= Rule.Limits.leastFresh && app.failed >= app.told && !isOver
        }
    }

    /// The apps that are told nothing, because their endpoints are hardly called any more.
    fileprivate var quietEndpoints: [String] {
        endpoints.filter { $0.told == 0 && $0.putOff >= Rule.Limits.leastFresh }.map(\.name).sorted()
    }
}
