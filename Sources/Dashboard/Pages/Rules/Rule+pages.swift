import Operations
import VerificationCore

/// Where a rule leads.
extension Rule {
    /// The page that says what the rule means and what to do.
    var path: String { "/rules/\(rawValue)" }

    /// The pages that show the cause.
    var pages: [(path: String, words: String)] {
        switch self {
        case .databaseAway, .brokerAway, .brokerBlocked, .noAPI, .notQueued: []
        case .requestsPaused, .eventsPaused: [("/queues", "Queues")]
        case .workersHeld, .noWorkers, .workerSilent: [("/workers", "Workers")]
        case .noGateways, .gatewayAway, .gatewayFails, .putOff: [("/gateways", "Gateways"), ("/failures", "Failures")]
        case .codesLate, .backlogGrows: [("/workers", "Workers"), ("/gateways", "Gateways"), ("/queues", "Queues")]
        case .limitsHold: [("/failures", "Failures"), ("/limits", "Limits")]
        case .callsFall: [("/failures", "Failures")]
        case .approvedFalls, .deliversLittle, .notDelivered: [("/countries", "Countries"), ("/gateways", "Gateways")]
        case .deadLetters: [("/failures", "Failures"), ("/queues", "Queues")]
        case .eventsFail: [("/events", "Events")]
        }
    }

    /// What helps against the rule now; each page asks before it does anything.
    ///
    /// `gateways`: those to which the finding leads.
    func actions(on gateways: [String], in situation: Situation) -> [(path: String, words: String)] {
        switch self {
        case .requestsPaused, .eventsPaused:
            let queues: [WorkQueue] = self == .requestsPaused ? [.requests] : [.events, .receipts]
            return queues.filter { situation.pause(of: $0) != nil }.map {
                ("/queues/\($0.rawValue)/resume", "Resume \($0.rawValue)…")
            }
        case .noGateways, .gatewayAway, .gatewayFails, .putOff, .deliversLittle:
            return gateways.flatMap { name -> [(path: String, words: String)] in
                let isOff = situation.gateways.value?.gateways[name]?.control.isOff ?? false
                return [
                    isOff
                        ? ("/gateways/\(name)/on", "Switch \(name) on…")
                        : ("/gateways/\(name)/off", "Switch \(name) off…"),
                    ("/gateways/\(name)/weight", "Weight of \(name)…"),
                ]
            }
        case .deadLetters: return [("/queues/dead/replay", "Replay…")]
        case .databaseAway, .brokerAway, .brokerBlocked, .noAPI, .notQueued, .workersHeld, .noWorkers, .workerSilent,
            .backlogGrows, .codesLate, .limitsHold, .callsFall, .notDelivered, .approvedFalls, .eventsFail:
            return []
        }
    }
}
