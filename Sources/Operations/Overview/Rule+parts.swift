import VerificationCore

/// Rules about the parts of an installation: whether each is there and does its work.
extension Rule {
    func finding(in situation: Situation) -> Judgement.Finding? {
        switch self {
        case .databaseAway: databaseAway(situation)
        case .brokerAway: brokerAway(situation)
        case .brokerBlocked: brokerBlocked(situation)
        case .noAPI: noAPI(situation)
        case .notQueued: notQueued(situation)
        case .requestsPaused:
            paused(
                .requests, level: .down, sentence: "No codes are sent: the queue of requests is paused", in: situation)
        case .workersHeld: workersHeld(situation)
        case .noWorkers: noWorkers(situation)
        case .workerSilent: workerSilent(situation)
        case .noGateways: noGateways(situation)
        case .gatewayAway: gatewayAway(situation)
        case .gatewayFails: gatewayFails(situation)
        case .putOff: putOff(situation)
        case .codesLate: codesLate(situation)
        case .backlogGrows: backlogGrows(situation)
        case .limitsHold: limitsHold(situation)
        case .callsFall: callsFall(situation)
        case .deliversLittle: deliversLittle(situation)
        case .notDelivered: notDelivered(situation)
        case .approvedFalls: approvedFalls(situation)
        case .deadLetters: deadLetters(situation)
        case .eventsPaused:
            paused(.events, level: .degraded, sentence: "Apps are told nothing: events are paused", in: situation)
                ?? paused(
                    .receipts, level: .degraded, sentence: "Receipts are not recorded: their queue is paused",
                    in: situation)
        case .eventsFail: eventsFail(situation)
        }
    }

    private func databaseAway(_ situation: Situation) -> Judgement.Finding? {
        guard let trouble = situation.gateways.trouble else { return nil }
        return Judgement.Finding(
            .down, self, sentence: "No codes are sent or checked: the database does not answer.", measure: trouble)
    }

    private func brokerAway(_ situation: Situation) -> Judgement.Finding? {
        guard let trouble = situation.queues.trouble else { return nil }
        return Judgement.Finding(
            .down, self,
            sentence:
                "No new verification starts: the broker does not answer. Codes that are out can be typed meanwhile.",
            measure: trouble)
    }

    private func brokerBlocked(_ situation: Situation) -> Judgement.Finding? {
        guard case .refuses(let reason)? = situation.broker.current else { return nil }
        return Judgement.Finding(
            .down, self,
            sentence: "No new verification starts: the broker takes no messages, because of this: \(reason). "
                + "Codes that are out can be typed meanwhile.",
            measure: "the broker says: \(reason)")
    }

    private func noAPI(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current else { return nil }
        let last = counts.series.counts[.apiAlive]?.lastIndex { $0 > 0 }.map { counts.series.beginning + $0 }
        let measure: String
        let since: Timestamp?
        switch situation.apiPresence {
        case .heard: return nil
        case .silent(let heardAt):
            since = heardAt ?? last.map { min(($0 + 1).beginning, situation.at) }
            measure = since.map { "no word for \((situation.at - $0).components.seconds) s" } ?? "no word"
        case .unwatched:
            // The present minute alone says nothing, because counts come some seconds late.
            guard counts.inFreshMinutes(.apiAlive) == 0 else { return nil }
            since = last.map { ($0 + 1).beginning }
            measure = "no word in \(last == nil ? Counts.chartMinutes : Counts.freshMinutes) min"
        }
        return Judgement.Finding(
            .down, self, sentence: "No new verification starts, and nobody can type a code: no API process is there.",
            measure: measure, since: since)
    }

    private func paused(
        _ queue: WorkQueue, level: Judgement.Level, sentence: String, in situation: Situation
    ) -> Judgement.Finding? {
        guard let pause = situation.pause(of: queue) else { return nil }
        return Judgement.Finding(
            level, self, sentence: "\(sentence), by \(pause.who): \(pause.reason).",
            measure: "paused at \(pause.since.rfc3339)", since: pause.since)
    }

    private func noGateways(_ situation: Situation) -> Judgement.Finding? {
        let stranded = situation.strandedRoutes
        guard !stranded.isEmpty else { return nil }
        let isAll = stranded.count == situation.gatewayList.routes.count
        let messages = situation.gatewayList.messages(of: stranded)
        return Judgement.Finding(
            .down, self,
            sentence: isAll
                ? "No codes are sent: no gateway takes messages."
                : "No codes are sent for \(messages): no gateway takes these messages.",
            measure: situation.awayWords, subjects: Set(stranded.map(\.condition)))
    }

    private func gatewayAway(_ situation: Situation) -> Judgement.Finding? {
        let (away, all) = (situation.awayGateways, situation.gatewayList.members.count)
        guard !away.isEmpty, situation.strandedRoutes.isEmpty else { return nil }
        return Judgement.Finding(
            .degraded, self,
            sentence:
                "Codes take other ways: \(away.count) of \(all) gateways \(away.count == 1 ? "takes" : "take") no messages.",
            measure: situation.awayWords, since: situation.switchedOffAt(away), subjects: Set(away))
    }

    private func deadLetters(_ situation: Situation) -> Judgement.Finding? {
        guard situation.deadLately > 0, let dead = situation.ready(in: .dead) else { return nil }
        return Judgement.Finding(
            .degraded, self, sentence: "There are dead letters: they wait until an operator has looked at them.",
            measure: "\(situation.deadLately) more within \(LookHistory.deadMemory.components.seconds / 60) min, "
                + "\(dead) in all")
    }
}

extension Situation {
    /// The gateways of the settings that take no messages.
    var awayGateways: [String] {
        let entries = gateways.current?.gateways ?? [:]
        return gatewayList.members.map(\.name).filter { entries[$0]?.isAway ?? false }
    }

    /// When operators switched the first of these gateways off; nil where workers found one to fail, or no action is
    /// known.
    fileprivate func switchedOffAt(_ names: [String]) -> Timestamp? {
        let history = GatewayHistory(changes.value ?? [])
        let actions = names.map {
            gateways.current?.gateways[$0]?.control.isOff == true ? history.switchOff(of: $0) : nil
        }
        return actions.allSatisfy { $0 != nil } ? actions.compactMap { $0?.at }.min() : nil
    }

    /// Why each takes none, for example `acme: half-failed, bolt is switched off`.
    fileprivate var awayWords: String {
        awayGateways.map { name in
            let entry = gateways.current?.gateways[name]
            return entry?.control.isOff == true
                ? "\(name) is switched off" : "\(name): \(entry?.notice?.reasonWords ?? "open")"
        }.joined(separator: ", ")
    }

    /// The routes whose messages nobody takes; empty when the registry is not known.
    fileprivate var strandedRoutes: [GatewayList.Route] {
        guard let entries = gateways.current?.gateways else { return [] }
        return gatewayList.routes.filter { $0.parts(on: entries).isEmpty }
    }
}

extension GatewayStatuses.Entry {
    /// Whether the gateway gets no messages: an operator switched it off, or workers found that it fails.
    package var isAway: Bool { control.isOff || notice?.state == .open }
}
