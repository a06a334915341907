import VerificationCore

extension Judgement {
    /// A finding that operators' own actions explain: it is no fault, and everything else goes on.
    package struct Intent: Sendable, Hashable {
        package let finding: RuleFinding
        /// What is so, for example that a gateway is switched off and where its traffic goes.
        package let sentence: String
        /// Empty where the actions are too old to be known.
        package let actions: [IntendedAction]
    }

    /// Who did it, when and why.
    package struct IntendedAction: Sendable, Hashable {
        /// For example a gateway or a prefix; empty where the sentence says it.
        package let subject: String
        package let who: String
        package let at: Timestamp
        package let reason: String
    }
}

extension Judgement.Intent {
    /// For a terminal: the sentence, and of each action who did it, since when and why.
    package var words: String {
        ([sentence]
            + actions.map { action in
                "\(action.subject.isEmpty ? "By" : "\(action.subject) by") \(action.who) since \(action.at.rfc3339)"
                    + (action.reason.isEmpty ? "." : ": \(action.reason).")
            }).joined(separator: " ")
    }
}

/// What operators mean to be so.
extension Rule {
    /// What operators did that explains a finding; nil for a fault.
    ///
    /// A finding stays a fault where people get no codes because of the action, and nothing else carries them: requests
    /// that are paused, and routes whose gateways are all switched off.
    func intent(of finding: Judgement.RuleFinding, in situation: Situation) -> Judgement.Intent? {
        switch self {
        case .gatewayAway: offOnPurpose(finding, in: situation)
        case .eventsPaused: pausedOnPurpose(finding, in: situation)
        case .limitsHold: blockedOnPurpose(finding, in: situation)
        case .databaseAway, .brokerAway, .brokerBlocked, .noAPI, .notQueued, .requestsPaused, .workersHeld, .noWorkers,
            .workerSilent, .noGateways, .putOff, .gatewayFails, .backlogGrows, .codesLate, .callsFall, .deliversLittle,
            .notDelivered, .approvedFalls, .deadLetters, .eventsFail:
            nil
        }
    }

    /// Where a circuit is open too, it is no longer on purpose alone.
    private func offOnPurpose(_ finding: Judgement.RuleFinding, in situation: Situation) -> Judgement.Intent? {
        let (entries, away) = (situation.gateways.current?.gateways ?? [:], situation.awayGateways)
        guard away.allSatisfy({ entries[$0]?.control.isOff == true }) else { return nil }
        let history = GatewayHistory(situation.changes.value ?? [])
        let actions = away.compactMap { name in
            history.switchOff(of: name).map {
                Judgement.IntendedAction(subject: name, who: $0.entry.actor, at: $0.at, reason: $0.entry.reason)
            }
        }
        return Judgement.Intent(finding: finding, sentence: finding.sentence, actions: actions)
    }

    /// Events and receipts wait on their queues, and people get their codes.
    private func pausedOnPurpose(_ finding: Judgement.RuleFinding, in situation: Situation) -> Judgement.Intent? {
        let pauses = [WorkQueue.events, .receipts].compactMap { queue in
            situation.pause(of: queue).map {
                Judgement.IntendedAction(subject: queue.rawValue, who: $0.who, at: $0.since, reason: $0.reason)
            }
        }
        let sentences = [
            situation.pause(of: .events).map { _ in "Webhooks are paused." },
            situation.pause(of: .receipts).map { _ in "Delivery receipts are not recorded: their queue is paused." },
        ]
        return Judgement.Intent(
            finding: finding, sentence: sentences.compactMap { $0 }.joined(separator: " "), actions: pauses)
    }

    /// Only what operators' rules on numbers reject; an app that does not send to a country is another matter.
    private func blockedOnPurpose(_ finding: Judgement.RuleFinding, in situation: Situation) -> Judgement.Intent? {
        guard let counts = situation.counts.current, counts.isHeldOnPurpose else { return nil }
        let rules = (situation.blocks.value ?? []).filter { rule in
            rule.action == .block && rule.target.kind == .prefix && rule.holds(at: situation.at)
        }
        // Which of several rules holds these people is not known here, and a wrong name misleads.
        let actions = rules.prefix(rules.count == 1 ? 1 : 0).map {
            Judgement.IntendedAction(subject: $0.target.shownPrefix ?? "", who: $0.who, at: $0.since, reason: $0.reason)
        }
        return Judgement.Intent(finding: finding, sentence: finding.sentence, actions: Array(actions))
    }
}

extension Counts {
    /// Whether nothing but operators' rules holds so much that a rule accuses them.
    ///
    /// Of all requests, the rest that limits hold and that apps' own rules reject has to be no news by itself.
    fileprivate var isHeldOnPurpose: Bool {
        let isByOperators = { (place: String) in (blockShares[place] ?? 0) >= Rule.Limits.blocked }
        guard blockedRegions.allSatisfy({ isByOperators($0.name) }) else { return false }
        // A country that operators block may be all that an app sends to.
        let apps = heldApps
        guard apps.allSatisfy(\.isHeldOnPurpose) else { return false }
        guard let held = held(in: "") else { return !blockedRegions.isEmpty || !apps.isEmpty }
        let rest = Double(held.limited) + Double(held.turnedAway) * (1 - (blockShares[""] ?? 0))
        return held.turnedAway > 0 && rest < Rule.Limits.manyHeld * Double(max(held.all, 1))
    }
}
