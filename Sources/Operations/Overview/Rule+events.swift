import VerificationCore

/// The rule about apps' endpoints.
extension Rule {
    /// An endpoint that fails is called ever more rarely, so its failed calls become few while its events still wait.
    func eventsFail(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current else { return nil }
        if let worst = counts.failingEndpoints.max(by: { $0.untold < $1.untold }) {
            return Judgement.Finding(
                .degraded, self,
                "App \(worst.app) is not told of its verifications: "
                    + "\(worst.wasCalled ? "its endpoint fails" : "its events wait for another try").",
                measure: worst.measure, subjects: [worst.app])
        }
        guard let waiting = situation.ready(in: .eventRetry), waiting > 0,
            let app = counts.memory.untold.keys.sorted().first
        else { return nil }
        return Judgement.Finding(
            .degraded, self, "App \(app) is not told of its verifications: its events wait for another try.",
            measure: "no event told, \(waiting) wait for another try", subjects: [app])
    }
}
