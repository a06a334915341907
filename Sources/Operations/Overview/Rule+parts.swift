import VerificationCore

/// Rules about the parts of an installation: whether each is there and does its work.
extension Rule {
    func finding(in situation: Situation) -> Judgement.RuleFinding? {
        switch self {
        case .databaseAway: databaseAway(situation)
        case .brokerAway: brokerAway(situation)
        case .brokerBlocked: brokerBlocked(situation)
        case .noAPI: noAPI(situation)
        case .notQueued: notQueued(situation)
        case .requestsPaused:
            paused(
                .requests, level: .down, sentence: "No codes are sent: the requests queue is paused", in: situation)
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
            paused(.events, level: .degraded, sentence: "Webhooks are paused", in: situation)
                ?? paused(
                    .receipts, level: .degraded, sentence: "Delivery receipts are not recorded: their queue is paused",
                    in: situation)
        case .eventsFail: eventsFail(situation)
        }
    }

    private func databaseAway(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let trouble = situation.gateways.trouble else { return nil }
        return Judgement.RuleFinding(
            .down, by: self, sentence: "No codes are sent or checked: the database does not answer.", measure: trouble)
    }

    private func brokerAway(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let trouble = situation.queues.trouble else { return nil }
        return Judgement.RuleFinding(
            .down, by: self,
            sentence:
                "No new verifications start: the broker does not answer. Codes already sent can still be checked.",
            measure: trouble)
    }

    private func brokerBlocked(_ situation: Situation) -> Judgement.RuleFinding? {
        guard case .refuses(let reason)? = situation.broker.current else { return nil }
        return Judgement.RuleFinding(
            .down, by: self,
            sentence: "No new verifications start: the broker accepts no messages: \(reason). "
                + "Codes already sent can still be checked.",
            measure: "the broker says: \(reason)")
    }

    private func noAPI(_ situation: Situation) -> Judgement.RuleFinding? {
        guard let counts = situation.counts.current else { return nil }
        let last = counts.series.counts[.apiAlive]?.lastIndex { $0 > 0 }.map { counts.series.beginning + $0 }
        let measure: String
        let since: Timestamp?
        switch situation.apiPresence {
        case .heard: return nil
        case .silent(let heardAt):
            since = heardAt ?? last.map { min(($0 + 1).beginning, situation.at) }
            measure = since.map { "no heartbeat for \((situation.at - $0).components.seconds) s" } ?? "no heartbeat"
        case .unwatched:
            // The present minute alone says nothing, because counts come some seconds late.
            guard counts.inFreshMinutes(.apiAlive) == 0 else { return nil }
            since = last.map { ($0 + 1).beginning }
            measure = "no heartbeat in \(last == nil ? Counts.chartMinutes : Counts.freshMinutes) min"
        }
        return Judgement.RuleFinding(
            .down, by: self,
            sentence: "No new verifications start, and no codes can be checked: no API process is alive.",
            measure: measure, since: since)
    }

    private func paused(
        _ queue: WorkQueue, level: Judgement.Level, sentence: String, in situation: Situation
    ) -> Judgement.RuleFinding? {
        guard let pause = situation.pause(of: queue) else { return nil }
        return Judgement.RuleFinding(
            level, by: self,
            sentence: "\(sentence) by \(pause.who)"
                + (pause.until.map { ", until \($0.minuteWords)" } ?? "") + ": \(pause.reason).",
            measure: "paused at \(pause.since.rfc3339)"
                + (pause.until.map { ", ends by itself at \($0.rfc3339)" } ?? ""),
            since: pause.since)
    }

    private func noGateways(_ situation: Situation) -> Judgement.RuleFinding? {
        let stranded = situation.strandedRoutes
        guard !stranded.isEmpty else { return nil }
        let isAll = stranded.count == situation.gatewayList.routes.count
        let messages = situation.gatewayList.messages(of: stranded)
        return Judgement.RuleFinding(
            .down, by: self,
            sentence: isAll
                ? "No codes are sent: no gateway is available."
                : "No codes are sent for \(messages): no gateway is available.",
            measure: situation.awayWords, subjects: Set(stranded.map(\.condition)))
    }

    private func gatewayAway(_ situation: Situation) -> Judgement.RuleFinding? {
        let away = situation.awayGateways
        guard !away.isEmpty, situation.strandedRoutes.isEmpty else { return nil }
        let (isOne, carriers) = (away.count == 1, situation.carriers(of: away))
        let names = "\(isOne ? "Gateway" : "Gateways") \(away.joined(separator: ", ")) \(isOne ? "is" : "are")"
        return Judgement.RuleFinding(
            .degraded, by: self,
            sentence: "\(names) \(situation.stateWords(of: away)); "
                + (carriers.isEmpty
                    ? "no route uses \(isOne ? "it" : "them")."
                    : "\(isOne ? "its" : "their") traffic goes through \(carriers.joined(separator: ", "))."),
            measure: situation.awayWords, since: situation.switchedOffAt(away), subjects: Set(away))
    }

    private func deadLetters(_ situation: Situation) -> Judgement.RuleFinding? {
        guard situation.deadLately > 0, let dead = situation.ready(in: .dead) else { return nil }
        return Judgement.RuleFinding(
            .degraded, by: self,
            sentence: situation.deadLately == 1
                ? "1 message was dead-lettered and needs review."
                : "\(situation.deadLately) messages were dead-lettered and need review.",
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

    /// How some of them stand, all together: workers found them to fail, or operators switched them off.
    fileprivate func stateWords(of names: [String]) -> String {
        let off = names.count(where: { gateways.current?.gateways[$0]?.control.isOff == true })
        guard off < names.count else { return "switched off" }
        return off == 0 ? "failing" : "failing or switched off"
    }

    /// The gateways that get the messages of these gateways' routes now.
    fileprivate func carriers(of names: [String]) -> [String] {
        let entries = gateways.current?.gateways ?? [:]
        let routes = gatewayList.routes.filter { route in names.contains { route.target.all.contains($0) } }
        let carriers = Set(routes.flatMap { $0.parts(on: entries).map(\.gateway) })
        return gatewayList.members.map(\.name).filter { carriers.contains($0) }
    }

    /// Whether an operator switched a gateway off, and other gateways take the messages of its routes.
    package func isOffOnPurpose(_ gateway: String) -> Bool {
        gateways.current?.gateways[gateway]?.control.isOff == true
            && !strandedRoutes.contains { $0.target.all.contains(gateway) }
    }

    /// For example `switched off by anna, since 2027-01-31 17:30 UTC`; who did it is not known for ever.
    package func offWords(of gateway: String) -> String {
        let action = GatewayHistory(changes.value ?? []).switchOff(of: gateway)
        return "switched off" + (action.map { " by \($0.entry.actor), since \($0.at.minuteWords)" } ?? "")
    }

    /// Why each takes none, for example `acme: circuit open, half of its calls failed; bolt: switched off`.
    fileprivate var awayWords: String {
        awayGateways.map { name in
            let entry = gateways.current?.gateways[name]
            return entry?.control.isOff == true
                ? "\(name): switched off"
                : "\(name): circuit open" + (entry?.notice.map { ", \($0.reasonWords)" } ?? "")
        }.joined(separator: "; ")
    }

    /// The routes whose messages no gateway takes; empty when the registry is not known.
    fileprivate var strandedRoutes: [GatewayList.Route] {
        guard let entries = gateways.current?.gateways else { return [] }
        return gatewayList.routes.filter { $0.parts(on: entries).isEmpty }
    }
}

extension GatewayStatuses.Entry {
    /// Whether the gateway gets no messages: an operator switched it off, or workers found that it fails.
    package var isAway: Bool { control.isOff || notice?.state == .open }
}
