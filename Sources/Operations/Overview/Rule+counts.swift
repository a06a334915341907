import VerificationCore

/// Rules about what was counted: whether people get codes in time.
extension Rule {
    /// After an outage of the database it waits for a second look: the counts of whole minutes would bring back what is over.
    func notQueued(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current, counts.lately != nil || !counts.memory.hasToldOfLate
        else { return nil }
        let (lost, started) = (counts.ofLate(.notQueued), counts.ofLate(.started))
        guard lost >= Limits.leastFresh, Double(lost) >= Limits.someFail * Double(lost + started) else { return nil }
        let isFull = counts.failures.contains { $0.kind == .notQueued && $0.reason == Self.fullQueue }
        let cause = isFull ? "the queue of requests is full." : "the broker does not confirm requests."
        return Judgement.RuleFinding(
            started == 0 ? .down : .degraded, by: self,
            sentence: "\(started == 0 ? "Verifications" : "Some verifications") do not start: \(cause)",
            measure: "\(lost) of \(lost + started) calls in \(counts.ofLateWords)")
    }

    /// Why a request is not queued, as `TallyBuffer` counts it.
    private static let fullQueue = "full"

    /// Requests that have come out of the retry queues and wait for a worker count too: a gateway will put them off
    /// again.
    ///
    /// A gateway that throttles gets few calls, so no message taken in half a minute says more than the failed calls.
    func putOff(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current, let present = situation.ready(in: .retry) else { return nil }
        let inRetryQueues = max(present, situation.putOffLately)
        let calls = counts.calls.keys.map(counts.callsOfLate)
        let (taken, failed) = calls.reduce((0, 0)) { ($0.0 + $1.accepted, $0.1 + $1.failed) }
        let isStill =
            taken == 0 && (failed >= Limits.leastFresh || counts.lately != nil && (inRetryQueues > 0 || failed > 0))
        let waiting = inRetryQueues + (isStill ? situation.ready(in: .requests) ?? 0 : 0)
        guard waiting >= Limits.leastFresh, Double(waiting) >= counts.arrivals / 5 else { return nil }
        let waited = inRetryQueues > present ? "were waiting for a retry a moment ago" : "are waiting for a retry"
        return Judgement.RuleFinding(
            isStill ? .down : .degraded, by: self,
            sentence: isStill
                ? "No codes leave: \(putOffCause(situation, counts: counts)), and requests are waiting for a retry."
                : "Some codes leave late: \(putOffCause(situation, counts: counts)), and requests are waiting.",
            measure: "\(waiting) \(waited), \(taken) messages accepted in \(counts.ofLateWords)")
    }

    private func putOffCause(_ situation: Situation, counts: Counts) -> String {
        let busy = situation.busyGateways
        guard busy.isEmpty else {
            return "\(busy.joined(separator: ", ")) \(busy.count > 1 ? "throttle" : "throttles")"
        }
        guard situation.awayGateways.isEmpty else { return "gateways are off or failing" }
        let isOver = counts.calls.keys.allSatisfy { counts.newestCalls($0).failed == 0 }
        return isOver ? "gateways refused or throttled" : "gateways refuse or throttle"
    }

    /// What was late is over when nothing waits any more, also while its minutes still count.
    func codesLate(_ situation: Situation) -> Judgement.RuleFinding? {
        // Requests that a backend put on the queue itself have no known age; they may be old.
        let onQueue = situation.queueBacklog.map { $0.ready > 0 ? $0.oldestAge ?? Limits.old : .zero } ?? .zero
        let oldest = max(onQueue, situation.oldestInHand ?? .zero)
        if let held = codesHeld(situation) { return held }
        guard let wait = situation.counts.current?.waits.quantile(0.95), wait > TimeBucket(Limits.late),
            oldest > Limits.late
        else { return nil }
        let words = wait.longest == nil ? "longer than 30 min" : "up to \(wait.word) s"
        return Judgement.RuleFinding(
            wait > TimeBucket(Limits.veryLate) && oldest > Limits.veryLate ? .down : .degraded, by: self,
            sentence: "Codes leave late: of 20 requests, 1 has waited \(words) for its message to begin.",
            measure: "p95 wait \(words), \(Limits.late.components.seconds) s is too long")
    }

    /// Where workers decide nothing, no count tells how long people wait, but the oldest request in hand does.
    private func codesHeld(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current, counts.waits.isEmpty, counts.inFreshMinutes(.wait) == 0,
            let oldest = situation.oldestInHand, oldest > Limits.longInHand
        else { return nil }
        let seconds = oldest.components.seconds
        return Judgement.RuleFinding(
            oldest > Limits.veryLate ? .down : .degraded, by: self,
            sentence: "Codes leave late: no request is processed, and one has been in flight for \(seconds) s.",
            measure: "no request processed in \(Counts.rateMinutes) min, oldest in flight for \(seconds) s, "
                + "\(Limits.longInHand.components.seconds) s is too long")
    }

    func backlogGrows(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let backlog = situation.queueBacklog, [.never, .stopped].contains(backlog.drain),
            let age = backlog.oldestAge, age > Limits.old, situation.pause(of: .requests) == nil
        else { return nil }
        return Judgement.RuleFinding(
            .down, by: self, sentence: "Codes leave later and later: more requests arrive than workers process.",
            measure: "\(backlog.ready) waiting, oldest about \(age.components.seconds) s")
    }

    /// In all, or of an app.
    func callsFall(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        return joined(allCallsFall(counts), with: appsCallLittle(counts))
    }

    private func allCallsFall(_ counts: Counts) -> Judgement.RuleFinding? {
        let (now, before) = (Self.calls(counts.now), Self.calls(counts.weekBefore))
        guard before >= Limits.leastStarts, Double(now) <= Limits.fewCalls * Double(before) else { return nil }
        return Judgement.RuleFinding(
            .degraded, by: self, sentence: "Traffic has dropped: far fewer calls arrive than a week ago.",
            measure: "\(now) calls in \(Counts.funnelMinutes) min, \(before) a week ago")
    }

    private static func calls(_ counts: [TallyKind: Int]) -> Int {
        [.started, .turnedAway].reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    /// In all, in a country, or of an app.
    func notDelivered(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        return joined(notDelivered(counts.receipts), with: appsUndelivered(counts))
    }

    private func notDelivered(_ receipts: [TallySum]) -> Judgement.RuleFinding? {
        func losses(_ sums: [TallySum]) -> (lost: Int, all: Int) {
            let lost = sums.reduce(0) { $0 + ($1.counts[.undelivered] ?? 0) }
            return (lost, lost + sums.reduce(0) { $0 + ($1.counts[.delivered] ?? 0) })
        }
        let places = [("", losses(receipts))] + receipts.map { ($0.name, losses([$0])) }
        let found = places.first { _, sum in
            sum.all >= Limits.leastReceipts && Double(sum.lost) >= Limits.manyUndelivered * Double(sum.all)
        }
        guard let (region, sum) = found else { return nil }
        let place = region.isEmpty ? "" : " in \(CountryName.described(region))"
        return Judgement.RuleFinding(
            .degraded, by: self,
            sentence: "Messages do not arrive\(place): providers report \(sum.lost) of \(sum.all) undelivered.",
            measure: "\(sum.lost) of \(sum.all) receipts in \(Counts.callMinutes) min, "
                + "\(Limits.percent(Limits.manyUndelivered)) is too much",
            subjects: [region])
    }

    /// Needs a fall by a third, in all, in a country, or of an app.
    func approvedFalls(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        return joined(approvedFallsInPlaces(counts), with: appsApprovedLittle(counts))
    }

    /// The newest verifications of the span have had less time to be approved; those of last week have had it all.
    private func approvedFallsInPlaces(_ counts: Counts) -> Judgement.RuleFinding? {
        let before = Dictionary(counts.regionsWeekBefore.map { ($0.name, $0.counts) }) { first, _ in first }
        let regions = counts.regions.compactMap {
            Fall($0.name, now: $0.counts, before: before[$0.name] ?? [:])
        }
        let deepest = regions.min { $0.now / $0.before < $1.now / $1.before }
        guard let fall = Fall("", now: counts.now, before: counts.weekBefore) ?? deepest else { return nil }
        let place = deepest.map { " in \($0.place)" } ?? ""
        let named = deepest.map { " in \(CountryName.described($0.place))" } ?? ""
        let shown = deepest ?? fall
        return Judgement.RuleFinding(
            .degraded, by: self,
            sentence: regions.count > 1
                ? "Conversion has dropped, most of all\(named)."
                : "Conversion has dropped\(named).",
            measure: "\(Limits.percent(shown.now)) approved\(place) in \(Counts.funnelMinutes) min, "
                + "\(Limits.percent(shown.before)) a week ago",
            subjects: [deepest?.place ?? ""])
    }

    /// A fall of the share of the approved by a third; nil where there is none, or too little to compare.
    private struct Fall {
        let place: String
        let now: Double
        let before: Double

        init?(_ place: String, now: [TallyKind: Int], before: [TallyKind: Int]) {
            let (now, before) = (Conversion(now), Conversion(before))
            guard now.hasFallen(from: before), let share = now.share, let usual = before.share else { return nil }
            (self.place, self.now, self.before) = (place, share, usual)
        }
    }
}

/// The rule about requests that limits hold, or that operators' rules turn away.
extension Rule {
    /// In all, in a country, or of an app.
    func limitsHold(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        return joined(limitsHold(counts), with: appsHeld(counts))
    }

    private func limitsHold(_ counts: Counts) -> Judgement.RuleFinding? {
        let blocked = counts.blockedRegions
        let regions = blocked.map { CountryName.described($0.name) }.joined(separator: ", ")
        if let held = counts.held(in: "") {
            let share = Limits.percent(held.share)
            let byPolicy = "rejected by policy" + (held.limited > 0 ? " or rate limits" : "")
            let limits = "Rate limits" + (held.turnedAway > 0 ? " and policy" : "")
            return finding(
                held.isByRules
                    ? "\(share) of the requests are \(byPolicy)"
                        + "\(regions.isEmpty ? "" : ", most of all to \(regions)"): \(Self.policyCause)"
                    : "\(limits) reject \(share) of the requests."
                        + (regions.isEmpty ? "" : " Those to \(regions) are rejected by policy."),
                held: held, usual: Limits.manyHeld, subjects: [""] + blocked.map(\.name))
        }
        guard let held = blocked.first?.held else { return nil }
        let isAll = blocked.allSatisfy { $0.held.turnedAway == $0.held.all }
        let part = isAll ? "All requests" : "\(Limits.percent(held.share)) of the requests"
        return finding(
            "\(part) to \(regions) are rejected by policy: \(Self.policyCause)", held: held, usual: Limits.blocked,
            subjects: blocked.map(\.name))
    }

    private static let policyCause = "their numbers are blocked or not allowed."

    private func finding(
        _ sentence: String, held: HeldRequests, usual: Double, subjects: [String]
    ) -> Judgement.RuleFinding {
        Judgement.RuleFinding(
            .degraded, by: self, sentence: sentence,
            measure: "\(held.limited + held.turnedAway) of \(held.all) in \(held.within), "
                + "\(Limits.percent(usual)) is unusual",
            subjects: Set(subjects))
    }
}
