import Operations
import StrictJSON
import VerificationCore

/// What the overview knows.
enum OverviewSheet {
    static func data(_ situation: Situation, _ judgement: Judgement, _ since: [String: Timestamp]) -> JSONValue {
        [
            "level": .string(judgement.level.rawValue),
            "findings": .array(
                judgement.findings.map { finding in
                    [
                        "rule": .string(finding.rule), "level": .string(finding.level.rawValue),
                        "sentence": .string(finding.sentence), "measure": .string(finding.measure),
                        "since": .time(since[finding.rule]),
                    ]
                }),
            "stages": .array(stages(situation, judgement)),
            "queuesKnown": situation.queues.sign, "gatewaysKnown": situation.gateways.sign,
        ]
    }

    /// The stages in the order in which a request passes them: the first that is not fine is the suspect.
    private static func stages(_ situation: Situation, _ judgement: Judgement) -> [JSONValue] {
        let rules = Dictionary(judgement.findings.map { ($0.rule, $0.level) }) { first, _ in first }
        func stage(_ name: String, _ isKnown: Bool, _ those: [String], _ detail: String?) -> JSONValue {
            let level = those.compactMap { rules[$0] }.max() ?? .fine
            let word = level == .fine && !isKnown ? "UNKNOWN" : level.rawValue
            return ["name": .string(name), "level": .string(word), "detail": .text(detail)]
        }
        let workers = situation.gateways.current.map { "\($0.workers) alive" }
        return [
            stage("Broker", situation.queues.current != nil, ["broker-away"], nil),
            stage("Workers", situation.consumers != nil, ["no-workers"], workers),
            stage("Gateways", situation.gateways.current != nil, ["no-gateways", "gateway-away"], nil),
            stage("Database", situation.gateways.current != nil, ["database-away"], nil),
        ]
    }
}
