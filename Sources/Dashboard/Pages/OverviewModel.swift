import Operations
import VerificationCore

/// What the overview's template shows.
struct OverviewModel: Sendable {
    struct Level: Sendable {
        let word: String
        let `class`: String
    }

    struct Finding: Sendable {
        let sentence: String
        let rule: String
        let measure: String
        let since: String?
        let ago: String
    }

    struct Light: Sendable {
        let name: String
        let `class`: String
        let word: String
        let detail: String?
    }

    struct Queue: Sendable {
        let name: String
        let ready: String
        let consumers: String
    }

    struct Gateway: Sendable {
        let name: String
        let state: String
        let reason: String
        let weight: String
    }

    let frame: Frame
    let level: Level
    let sentence: String
    let findings: [Finding]
    let lights: [Light]
    let queues: [Queue]
    let queueTrouble: String?
    let gateways: [Gateway]
    let gatewayTrouble: String?

    init(_ frame: Frame, _ situation: Situation, _ judgement: Judgement, _ since: [String: Timestamp]) {
        self.frame = frame
        level = Level(word: judgement.level.rawValue, class: judgement.level.rawValue.lowercased())
        sentence = judgement.findings.isEmpty ? "No rule says that anything is wrong." : ""
        findings = judgement.findings.map { finding in
            Finding(
                sentence: finding.sentence, rule: finding.rule, measure: finding.measure,
                since: since[finding.rule]?.clock,
                ago: since[finding.rule].map { (situation.at - $0).words } ?? "")
        }
        lights = Self.lights(situation, judgement)
        queues = (situation.queues.value ?? []).map(Self.row)
        queueTrouble = Self.trouble(situation.queues, at: situation.at)
        gateways = situation.gatewayNames.map { Self.row($0, situation.gateways.value?.gateways[$0]) }
        gatewayTrouble = Self.trouble(situation.gateways, at: situation.at)
    }

    /// The stages in the order in which a request passes them: the first that is not fine is the suspect.
    private static func lights(_ situation: Situation, _ judgement: Judgement) -> [Light] {
        let rules = Dictionary(judgement.findings.map { ($0.rule, $0.level) }) { first, _ in first }
        func light(_ name: String, _ known: Bool, _ those: [String], _ detail: String?) -> Light {
            guard let level = those.compactMap({ rules[$0] }).max() else {
                return Light(
                    name: name, class: known ? "fine" : "unknown", word: known ? "OK" : "not known", detail: detail)
            }
            return Light(name: name, class: level.rawValue.lowercased(), word: level.rawValue, detail: detail)
        }
        let workers = situation.gateways.current.map { "\($0.workers) alive" }
        return [
            light("Broker", situation.queues.current != nil, ["broker-away"], nil),
            light("Workers", situation.consumers != nil, ["no-workers"], workers),
            light("Gateways", situation.gateways.current != nil, ["no-gateways", "gateway-away"], nil),
            light("Database", situation.gateways.current != nil, ["database-away"], nil),
        ]
    }

    private static func row(_ report: QueueReport) -> Queue {
        switch report.state {
        case .missing: Queue(name: report.name, ready: "missing", consumers: "")
        case .present(let messages, let consumers, _):
            Queue(name: report.name, ready: "\(messages)", consumers: "\(consumers)")
        }
    }

    private static func row(_ name: String, _ entry: GatewayBoardState.Entry?) -> Gateway {
        let weight = entry?.control.weight.map { "\($0)" } ?? "as set"
        if entry?.control.isOff == true {
            return Gateway(name: name, state: "off", reason: "switched off by an operator", weight: weight)
        }
        guard let notice = entry?.notice, notice.state == .open else {
            return Gateway(name: name, state: "takes messages", reason: "", weight: weight)
        }
        return Gateway(
            name: name, state: "breaker open", reason: "\(notice.reason), \(notice.remaining.words) left",
            weight: weight)
    }

    private static func trouble<Value>(_ known: Known<Value>, at now: Timestamp) -> String? {
        guard let trouble = known.trouble else { return nil }
        guard let at = known.at else { return "Nothing is known: \(trouble)." }
        return "As it was at \(at.clock), \((now - at).words) ago: \(trouble)."
    }
}
