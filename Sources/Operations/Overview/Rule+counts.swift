import VerificationCore

/// Rules about what was counted: whether people get codes in time.
extension Rule {
    func notQueued(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current?.now else { return nil }
        let (lost, started) = (counts[.notQueued] ?? 0, counts[.started] ?? 0)
        guard lost + started >= Limits.leastCalls, Double(lost) >= Limits.someFail * Double(lost + started) else {
            return nil
        }
        return Judgement.Finding(
            started == 0 ? .down : .degraded, self, "Verifications do not start: the broker does not confirm requests.",
            measure: "\(lost) of \(lost + started) calls in \(Counts.funnelMinutes) min")
    }

    func gatewayFails(_ situation: Situation) -> Judgement.Finding? {
        guard let calls = situation.counts.current?.calls else { return nil }
        let failing = calls.filter { $0.value.all >= Limits.leastCalls && $0.value.failedShare >= Limits.someFail }
        guard let worst = failing.max(by: { $0.value.failedShare < $1.value.failedShare }) else { return nil }
        let counts = worst.value
        return Judgement.Finding(
            counts.failedShare >= Limits.manyFail ? .down : .degraded, self,
            "Messages do not leave: gateway \(worst.key) fails \(Limits.percent(counts.failedShare)) of its calls.",
            measure: "\(counts.failed) of \(counts.all) calls failed in \(Counts.callMinutes) min, "
                + "\(Limits.percent(Limits.someFail)) is too much")
    }

    func codesLate(_ situation: Situation) -> Judgement.Finding? {
        guard let wait = situation.counts.current?.waits.quantile(0.95), wait > TimeBucket(Limits.late) else {
            return nil
        }
        let words = wait.longest == nil ? "longer than 300 s" : "up to \(wait.word) s"
        return Judgement.Finding(
            wait > TimeBucket(Limits.veryLate) ? .down : .degraded, self,
            "Codes leave late: a request in 20 waits \(words) for a worker.",
            measure: "95 % wait \(words), \(Limits.late.components.seconds) s is too long")
    }

    func backlogGrows(_ situation: Situation) -> Judgement.Finding? {
        guard let backlog = situation.backlog, backlog.drain == .never, let age = backlog.oldestAge,
            age > Limits.old, situation.pause(of: .requests) == nil
        else { return nil }
        return Judgement.Finding(
            .down, self, "Codes leave later and later: more requests come than workers take.",
            measure: "\(backlog.ready) wait, the oldest about \(age.components.seconds) s")
    }

    /// Needs a fall by a third.
    ///
    /// The newest verifications of the span have had less time to be approved; those of last week have had it all.
    func approvedFalls(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current,
            let now = Self.approvedShare(counts.now), let before = Self.approvedShare(counts.weekBefore),
            now < before * 2 / 3
        else { return nil }
        return Judgement.Finding(
            .degraded, self, "Fewer people than usual type their code.",
            measure: "\(Limits.percent(now)) approved in \(Counts.funnelMinutes) min, "
                + "\(Limits.percent(before)) a week ago")
    }

    private static func approvedShare(_ counts: [TallyKind: Int]) -> Double? {
        guard let started = counts[.started], started >= Limits.leastStarts else { return nil }
        return Double(counts[.approved] ?? 0) / Double(started)
    }
}
