import VerificationCore

/// What an operator on call does about a rule that holds: a sentence, and the command to copy.
package struct RuleStep: Sendable, Hashable {
    package let words: String
    /// Words in capitals are to be replaced, for example `YOUR_NUMBER`.
    package let command: String

    init(_ words: String, run command: String) { (self.words, self.command) = (words, command) }
}

extension Rule {
    /// The three steps of an operator on call, in their order: look, find the cause, act.
    ///
    /// `subject`: the gateway or the app that the finding names first; nil while the rule names none.
    package func steps(for subject: String? = nil) -> [RuleStep] {
        let (gateway, app) = (subject ?? "GATEWAY", subject ?? "APP")
        return switch self {
        case .databaseAway: .database
        case .brokerAway: .broker
        case .brokerBlocked: .brokerAlarm
        case .noAPI: .api
        case .notQueued: .notQueued
        case .requestsPaused: .pausedRequests
        case .workersHeld: .heldWorkers
        case .noWorkers: .noWorkers
        case .workerSilent: .silentWorker
        case .noGateways: .noGateways(gateway)
        case .gatewayAway: .gatewayAway(gateway)
        case .putOff: .putOff(gateway)
        case .gatewayFails: .gatewayFails(gateway)
        case .backlogGrows: .backlog
        case .codesLate: .late
        case .limitsHold: .limits
        case .callsFall: .fewCalls
        case .deliversLittle: .fewReceipts(gateway)
        case .notDelivered: .notDelivered(gateway)
        case .approvedFalls: .fewApproved
        case .deadLetters: .deadLetters
        case .eventsPaused: .pausedEvents
        case .eventsFail: .failingEvents(app)
        }
    }

    /// The gateways to which a finding of this rule leads, in the order of the settings; empty where it is about others.
    ///
    /// A route without a gateway leads to the gateways that are away.
    package func gateways(accused subjects: Set<String>, in situation: Situation) -> [String] {
        let names = situation.gatewayList.members.map(\.name)
        switch self {
        case .noGateways: return situation.awayGateways
        case .gatewayAway, .gatewayFails, .deliversLittle: return names.filter(subjects.contains)
        case .putOff:
            return names.filter { situation.getsMessages($0) && situation.counts.value?.failing($0) != nil }
        case .databaseAway, .brokerAway, .brokerBlocked, .noAPI, .notQueued, .requestsPaused, .workersHeld, .noWorkers,
            .workerSilent, .backlogGrows, .codesLate, .limitsHold, .callsFall, .notDelivered, .approvedFalls,
            .deadLetters, .eventsPaused, .eventsFail:
            return []
        }
    }
}
