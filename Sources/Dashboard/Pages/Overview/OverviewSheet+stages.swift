import Operations
import StrictJSON
import VerificationCore

extension OverviewSheet {
    /// The stages in the order in which a request passes them: the first that is not fine is the suspect.
    var stages: [JSONValue] {
        let counts = situation.counts.current
        let broker = situation.queues.current != nil
        let workers = situation.gateways.current.map { "\($0.workers) alive" }
        return [
            stage("API", counts != nil, [.notQueued], counts.map { "\(Int($0.arrivals)) a minute" }, "/"),
            stage(
                "Broker", broker, [.brokerAway, .requestsPaused], situation.backlog.map { "\($0.ready) wait" },
                "/queues"),
            stage("Workers", situation.consumers != nil, [.noWorkers, .codesLate, .backlogGrows], workers, "/workers"),
        ] + situation.gatewayNames.map(gateway) + [
            stage("Database", situation.gateways.current != nil, [.databaseAway], nil, "/help"),
            stage("Events", broker, [.eventsPaused], situation.ready(in: .events).map { "\($0) wait" }, "/events"),
        ]
    }

    private func stage(
        _ name: String, _ isKnown: Bool, _ rules: [Rule], _ detail: String?, _ path: String
    ) -> JSONValue {
        let level = judgement.findings.filter { rules.contains($0.rule) }.map(\.level).max() ?? .fine
        let word = level == .fine && !isKnown ? "UNKNOWN" : level.rawValue
        return ["name": .string(name), "level": .string(word), "detail": .text(detail), "path": .string(path)]
    }

    /// A gateway is as bad as the installation only where it is the only one.
    private func gateway(_ name: String) -> JSONValue {
        let entry = situation.gateways.current?.gateways[name]
        let calls = situation.counts.current?.calls[name]
        let isFailing = judgement.findings.contains { $0.rule == .gatewayFails } && (calls?.failedShare ?? 0) >= 0.05
        let isKnown = situation.gateways.current != nil
        let level: Judgement.Level = (entry?.isAway ?? false) ? .down : isFailing ? .degraded : .fine
        let detail =
            entry?.control.isOff == true
            ? "switched off"
            : calls.map { "\(Int(($0.failedShare * 100).rounded())) % of \($0.all) calls fail" }
        return [
            "name": .string(name), "level": .string(level == .fine && !isKnown ? "UNKNOWN" : level.rawValue),
            "detail": .text(detail), "path": .string("/gateways/\(name)"),
        ]
    }
}
