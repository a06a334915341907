import VerificationCore

/// Whether the installation works, and which rules say that it does not: the first thing that the overview shows.
package struct Judgement: Sendable, Hashable {
    /// How bad it is.
    package enum Level: String, Sendable, Comparable, CaseIterable {
        case fine = "OK"
        case degraded = "DEGRADED"
        case down = "DOWN"

        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        /// 0 for the best.
        package var rank: Int {
            switch self {
            case .fine: 0
            case .degraded: 1
            case .down: 2
            }
        }
    }

    /// A rule that holds, as text for an operator on call who has just woken up.
    package struct RuleFinding: Sendable, Hashable {
        package let level: Level
        package let rule: Rule
        /// What it means for people who wait for codes.
        package let sentence: String
        /// What was compared with what.
        package let measure: String
        /// Since when, where the fact itself says it, for example a pause; nil where only repeated looks show it.
        package let since: Timestamp?
        /// What it accuses, for example a gateway: the beginning of an accusation is no beginning of another.
        package let subjects: Set<String>

        init(
            _ level: Level, by rule: Rule, sentence: String, measure: String, since: Timestamp? = nil,
            subjects: Set<String> = [""]
        ) {
            (self.level, self.rule, self.sentence, self.measure) = (level, rule, sentence, measure)
            (self.since, self.subjects) = (since, subjects)
        }
    }

    /// The gravest first, and of equally grave rules the one first that explains the others.
    package let findings: [RuleFinding]

    package init(of situation: Situation) {
        let found = Rule.allCases.compactMap { $0.finding(in: situation) }
        findings = found.enumerated().sorted { left, right in
            left.element.level == right.element.level
                ? left.offset < right.offset : left.element.level > right.element.level
        }.map(\.element)
    }

    package var level: Level { findings.first?.level ?? .fine }

    /// The findings that no other finding explains.
    package var causes: [RuleFinding] { findings.filter { !isExplained($0) } }

    /// The findings that follow from the causes, most likely; they end with them.
    package var followers: [RuleFinding] { findings.filter(isExplained) }

    /// A finding that is graver than its cause stands by itself, so that the gravest sentence is the first.
    private func isExplained(_ finding: RuleFinding) -> Bool {
        findings.contains { finding.rule.causes(of: finding.level).contains($0.rule) && $0.level >= finding.level }
    }
}
