import VerificationCore

/// Whether it is broken, and by which rule: the first thing that the overview says.
package struct Judgement: Sendable, Hashable {
    /// How bad it is.
    package enum Level: String, Sendable, Comparable {
        case fine = "OK"
        case degraded = "DEGRADED"
        case down = "DOWN"

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .fine: 0
            case .degraded: 1
            case .down: 2
            }
        }
    }

    /// A rule that holds, in words for a person who has just woken up.
    package struct Finding: Sendable, Hashable {
        package let level: Level
        /// A stable word, for programs and for the time since when the rule holds.
        package let rule: String
        /// What it means for people who wait for codes.
        package let sentence: String
        /// What was compared with what.
        package let measure: String

        package init(_ level: Level, _ rule: String, _ sentence: String, measure: String) {
            (self.level, self.rule, self.sentence, self.measure) = (level, rule, sentence, measure)
        }
    }

    /// The gravest first.
    package let findings: [Finding]

    package init(of situation: Situation) {
        let found =
            Self.database(situation) + Self.broker(situation) + Self.workers(situation) + Self.gateways(situation)
        findings = found.enumerated().sorted { left, right in
            left.element.level == right.element.level
                ? left.offset < right.offset : left.element.level > right.element.level
        }.map(\.element)
    }

    package var level: Level { findings.first?.level ?? .fine }

    private static func database(_ situation: Situation) -> [Finding] {
        guard let trouble = situation.gateways.trouble else { return [] }
        return [
            Finding(
                .down, "database-away", "No codes are sent or checked: the database does not answer.",
                measure: trouble)
        ]
    }

    private static func broker(_ situation: Situation) -> [Finding] {
        guard let trouble = situation.queues.trouble else { return [] }
        return [
            Finding(
                .down, "broker-away", "No new verification starts: the broker does not answer.", measure: trouble)
        ]
    }

    private static func workers(_ situation: Situation) -> [Finding] {
        guard let consumers = situation.consumers, consumers == 0 else { return [] }
        let ready = situation.ready(in: .requests) ?? 0
        return [
            Finding(
                .down, "no-workers", "No codes are sent: no worker takes requests.",
                measure: "0 consumers, \(ready) requests wait")
        ]
    }

    private static func gateways(_ situation: Situation) -> [Finding] {
        guard let overview = situation.gateways.current, !situation.gatewayNames.isEmpty else { return [] }
        let away = situation.gatewayNames.filter { name in
            guard let entry = overview.gateways[name] else { return false }
            return entry.control.isOff || entry.notice?.state == .open
        }
        guard !away.isEmpty else { return [] }
        let measure = away.map { name in
            overview.gateways[name]?.control.isOff == true
                ? "\(name) is switched off" : "\(name): \(overview.gateways[name]?.notice?.reason ?? "open")"
        }.joined(separator: ", ")
        let all = away.count == situation.gatewayNames.count
        return [
            all
                ? Finding(.down, "no-gateways", "No codes are sent: no gateway takes messages.", measure: measure)
                : Finding(
                    .degraded, "gateway-away",
                    "Codes take other ways: \(away.count) of \(situation.gatewayNames.count) gateways take no messages.",
                    measure: measure)
        ]
    }
}
