import VerificationCore

/// The rule about requests that limits hold, or that operators' rules turn away.
extension Rule {
    func limitsHold(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current else { return nil }
        let blocked = counts.blockedRegions
        let regions = blocked.map(\.name).joined(separator: ", ")
        if let held = counts.held(in: "") {
            let share = Limits.percent(held.share)
            return finding(
                held.isByRules
                    ? "Rules turn \(share) of the requests away"
                        + "\(regions.isEmpty ? "" : ", most of all for \(regions)"): \(Self.turnedAwayCause)"
                    : "Limits hold \(share) of the requests."
                        + (regions.isEmpty ? "" : " Rules turn away those for \(regions)."),
                held, usual: Limits.manyHeld, subjects: [""] + blocked.map(\.name))
        }
        guard let held = blocked.first?.held else { return nil }
        return finding(
            "Rules turn \(Limits.percent(held.share)) of the requests for \(regions) away: \(Self.turnedAwayCause)",
            held, usual: Limits.blocked, subjects: blocked.map(\.name))
    }

    private static let turnedAwayCause = "their numbers are blocked or not allowed."

    private func finding(
        _ sentence: String, _ held: HeldRequests, usual: Double, subjects: [String]
    ) -> Judgement.Finding {
        Judgement.Finding(
            .degraded, self, sentence: sentence,
            measure: "\(held.limited + held.turnedAway) of \(held.all) in \(held.within), "
                + "\(Limits.percent(usual)) is unusual",
            subjects: Set(subjects))
    }
}
