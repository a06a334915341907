import Operations
import StrictJSON
import VerificationCore

extension OverviewViewModel {
    /// The stages in the order in which a request passes them.
    ///
    /// What only follows from a fault elsewhere colours no stage, so that the first red stage is where a person has to look.
    var stages: [JSONValue] {
        let counts = situation.counts.current
        let (hasBroker, hasDatabase) = (situation.queues.current != nil, situation.gateways.current != nil)
        return [
            stage(
                "API", isKnown: counts != nil, rules: [.noAPI, .callsFall],
                detail: counts.map { "\(Int($0.arrivals.rounded())) / min" }, path: Rule.noAPI.path),
            stage(
                "Broker", isKnown: hasBroker, rules: [.brokerAway, .brokerBlocked, .notQueued, .deadLetters],
                detail: waiting, path: "/queues"),
            stage(
                "Workers", isKnown: hasBroker && hasDatabase,
                rules: [.requestsPaused, .workersHeld, .noWorkers, .workerSilent, .codesLate, .backlogGrows],
                detail: workers,
                path: "/workers"),
        ] + situation.gatewayList.members.map { gateway($0.name) } + [
            stage("Database", isKnown: hasDatabase, rules: [.databaseAway], detail: nil, path: Rule.databaseAway.path),
            stage(
                "Events", isKnown: hasBroker, isOff: situation.pause(of: .events) != nil,
                rules: [.eventsPaused, .eventsFail], detail: eventsWaiting, path: "/events"),
        ]
    }

    /// For example `12 ready, 3 retrying, 2 dead-lettered (15 min)`.
    private var waiting: String? {
        guard let ready = situation.ready(in: .requests) else { return nil }
        let putOff = situation.ready(in: .retry) ?? 0
        let minutes = LookHistory.deadMemory.components.seconds / 60
        return "\(ready) ready" + (putOff == 0 ? "" : ", \(putOff) retrying")
            + (situation.deadLately == 0 ? "" : ", \(situation.deadLately) dead-lettered (\(minutes) min)")
            + (isAlarmUnknown ? ", its alarms cannot be seen" : "")
    }

    /// Whether the broker does not let the dashboard ask for its alarms; `verifyd doctor` says why.
    private var isAlarmUnknown: Bool {
        if case .unknown? = situation.broker.current { return true }
        return false
    }

    /// For example `2 alive, 1 unresponsive (15 min), paused`.
    ///
    /// A worker that ended in order is not among the unresponsive.
    private var workers: String? {
        guard let workforce = situation.workers.current else { return nil }
        let lost = workforce.workers.count { $0.isSilent && situation.at - $0.seenAt < .seconds(900) }
        return "\(workforce.living.count) alive" + (lost == 0 ? "" : ", \(lost) unresponsive (15 min)")
            + (situation.pause(of: .requests) == nil ? "" : ", paused")
    }

    private var eventsWaiting: String? {
        guard let ready = situation.ready(in: .events) else { return nil }
        let putOff = situation.ready(in: .eventRetry) ?? 0
        return "\(ready) ready" + (putOff == 0 ? "" : ", \(putOff) retrying")
            + (situation.pause(of: .events) == nil ? "" : ", paused")
    }

    /// What an operator has switched off, and people miss nothing for it: it is grey, and no light that is red.
    static let off = "OFF"

    /// `path`: where a stage leads that is fine; another leads to what helps against the rule that coloured it.
    func stage(
        _ name: String, isKnown: Bool, isOff: Bool = false, rules: [Rule], detail: String?, path: String
    ) -> JSONValue {
        // The gravest comes first.
        let found = judgement.causes + judgement.acknowledged.map(\.finding)
        let cause = found.first { rules.contains($0.rule) }
        let calm = isOff ? Self.off : Judgement.Verdict.fine.rawValue
        let word = cause?.level.rawValue ?? (isKnown ? calm : Judgement.Verdict.unknown.rawValue)
        return [
            "name": .string(name), "level": .string(word), "detail": .text(detail),
            "path": .string(cause?.rule.path ?? path),
        ]
    }

    private func gateway(_ name: String) -> JSONValue {
        let entry = situation.gateways.current?.gateways[name]
        let isKnown = situation.gateways.current != nil
        let failing = situation.counts.current == nil ? nil : situation.failing(name)
        let isDoubtful = situation.counts.current?.isDoubtful(name) ?? false
        let level: Judgement.Level =
            (entry?.isAway ?? false) ? .down : failing?.level ?? (isDoubtful ? .degraded : .fine)
        let seen = level == .fine && !isKnown ? Judgement.Verdict.unknown.rawValue : level.rawValue
        return [
            "name": .string(name), "level": .string(situation.isOffOnPurpose(name) ? Self.off : seen),
            "detail": .text(detail(of: name, entry: entry, failing: failing)), "path": .string("/gateways/\(name)"),
        ]
    }

    /// A gateway that gets no messages has a harmless share of failures, so its breaker says more.
    private func detail(
        of name: String, entry: GatewayStatuses.Entry?, failing: FailingGateway?
    ) -> String? {
        if entry?.control.isOff == true { return situation.offWords(of: name) }
        if let notice = entry?.notice, notice.state == .open {
            return notice.remaining > .zero
                ? "circuit open: \(notice.reasonWords), next probe in \(notice.remaining.words)"
                : "probing: \(notice.reasonWords)"
        }
        guard let counts = situation.counts.current, counts.calls[name] != nil else { return nil }
        // Failures that are over would stand beside OK for minutes.
        if let failing, failing.calls.all == 0 { return "accepted no message in \(failing.within)" }
        let calls = failing?.calls ?? counts.newestCalls(name)
        // Its failures are those of before, for too few calls have come since.
        if failing == nil, calls.failed > 0, counts.memory.mended.contains(name) { return "healthy again" }
        return "\(calls.failed) of \(calls.all) calls \(calls.failed > 0 && calls.isBusy ? "throttled" : "failed")"
    }
}
