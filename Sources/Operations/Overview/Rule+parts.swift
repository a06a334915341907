import VerificationCore

/// Rules about the parts of an installation: whether each is there and does its work.
extension Rule {
    func finding(in situation: Situation) -> Judgement.Finding? {
        switch self {
        case .databaseAway: databaseAway(situation)
        case .brokerAway: brokerAway(situation)
        case .notQueued: notQueued(situation)
        case .requestsPaused: paused(.requests, .down, "No codes are sent: the queue of requests is paused", situation)
        case .noWorkers: noWorkers(situation)
        case .noGateways, .gatewayAway: gatewaysAway(situation)
        case .gatewayFails: gatewayFails(situation)
        case .codesLate: codesLate(situation)
        case .backlogGrows: backlogGrows(situation)
        case .approvedFalls: approvedFalls(situation)
        case .eventsPaused:
            paused(.events, .degraded, "Apps are told nothing: events are paused", situation)
                ?? paused(.receipts, .degraded, "Receipts are not recorded: their queue is paused", situation)
        }
    }

    private func databaseAway(_ situation: Situation) -> Judgement.Finding? {
        guard let trouble = situation.gateways.trouble else { return nil }
        return Judgement.Finding(
            .down, self, "No codes are sent or checked: the database does not answer.", measure: trouble)
    }

    private func brokerAway(_ situation: Situation) -> Judgement.Finding? {
        guard let trouble = situation.queues.trouble else { return nil }
        return Judgement.Finding(
            .down, self, "No new verification starts: the broker does not answer.", measure: trouble)
    }

    private func paused(
        _ queue: WorkQueue, _ level: Judgement.Level, _ sentence: String, _ situation: Situation
    ) -> Judgement.Finding? {
        guard let pause = situation.pause(of: queue) else { return nil }
        return Judgement.Finding(
            level, self, "\(sentence), by \(pause.who): \(pause.reason).", measure: "paused at \(pause.since.rfc3339)")
    }

    private func noWorkers(_ situation: Situation) -> Judgement.Finding? {
        guard let consumers = situation.consumers, consumers == 0, situation.pause(of: .requests) == nil else {
            return nil
        }
        return Judgement.Finding(
            .down, self, "No codes are sent: no worker takes requests.",
            measure: "0 consumers, \(situation.ready(in: .requests) ?? 0) requests wait")
    }

    private func gatewaysAway(_ situation: Situation) -> Judgement.Finding? {
        guard let overview = situation.gateways.current else { return nil }
        let names = situation.gatewayNames
        let away = names.filter { overview.gateways[$0]?.isAway ?? false }
        guard !away.isEmpty, (away.count == names.count) == (self == .noGateways) else { return nil }
        let measure = away.map { name in
            overview.gateways[name]?.control.isOff == true
                ? "\(name) is switched off" : "\(name): \(overview.gateways[name]?.notice?.reason ?? "open")"
        }.joined(separator: ", ")
        return self == .noGateways
            ? Judgement.Finding(
                .down, self, "No codes are sent: no gateway takes messages.", measure: measure)
            : Judgement.Finding(
                .degraded, self,
                "Codes take other ways: \(away.count) of \(names.count) gateways take no messages.", measure: measure)
    }
}

extension GatewayBoardState.Entry {
    /// Whether the gateway gets no messages: an operator switched it off, or workers found that it fails.
    package var isAway: Bool { control.isOff || notice?.state == .open }
}
