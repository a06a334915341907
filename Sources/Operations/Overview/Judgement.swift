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

    /// Everything that holds, also what is on purpose and what is acknowledged.
    ///
    /// The gravest first, and of equally grave rules the one first that explains the others.
    package let holding: [RuleFinding]
    /// What counts, in the same order: no operator meant it to be so, and no operator has acknowledged it.
    package let findings: [RuleFinding]
    /// What an operator's own action explains.
    package let intents: [Intent]
    /// What an operator has acknowledged.
    package let acknowledged: [Known]
    /// What follows from the acknowledged, most likely; it ends with them.
    package let followersOfAcknowledged: [RuleFinding]
    /// What could not be looked at, so that the rules say nothing of it.
    package let unknown: [UnknownPart]
    /// Whether people still wait for codes that are late.
    let isCatchingUp: Bool

    package init(of situation: Situation) {
        let found = Rule.allCases.compactMap { $0.finding(in: situation) }
        let holding = found.enumerated().sorted { left, right in
            left.element.level == right.element.level
                ? left.offset < right.offset : left.element.level > right.element.level
        }.map(\.element)
        let intents = holding.compactMap { $0.rule.intent(of: $0, in: situation) }
        let faults = holding.filter { fault in !intents.contains { $0.finding.rule == fault.rule } }
        let acknowledged = faults.compactMap { Known($0, in: situation) }
        let others = faults.filter { fault in !acknowledged.contains { $0.finding.rule == fault.rule } }
        // A follower of a follower goes quiet too.
        var quiet = acknowledged.map(\.finding)
        while case let more = others.filter({ !quiet.contains($0) && $0.isExplained(by: quiet) }), !more.isEmpty {
            quiet += more
        }
        let known = quiet
        followersOfAcknowledged = others.filter(known.contains)
        findings = others.filter { !known.contains($0) }
        (self.holding, self.intents, self.acknowledged) = (holding, intents, acknowledged)
        unknown = situation.unknownParts
        isCatchingUp = situation.counts.current.map { PeopleNow($0).waiting > 0 } ?? false
    }

    package var level: Level { findings.first?.level ?? .fine }

    /// The findings that no other finding explains.
    package var causes: [RuleFinding] { findings.filter { !$0.isExplained(by: findings) } }

    /// The findings that follow from the causes, most likely; they end with them.
    package var followers: [RuleFinding] { findings.filter { $0.isExplained(by: findings) } }
}

extension Judgement.RuleFinding {
    /// A finding that is graver than its cause stands by itself, so that the gravest sentence is the first.
    fileprivate func isExplained(by others: [Judgement.RuleFinding]) -> Bool {
        others.contains { rule.causes(of: level).contains($0.rule) && $0.level >= level }
    }
}

extension Judgement {
    /// A finding that an operator has acknowledged.
    package struct Known: Sendable, Hashable {
        package let finding: RuleFinding
        package let acknowledgement: Acknowledgement

        /// Nil for a finding that is not acknowledged, is graver than it was then, accuses another, or has begun since.
        fileprivate init?(_ finding: RuleFinding, in situation: Situation) {
            let made = (situation.acknowledgements.value ?? []).first { $0.rule == finding.rule.rawValue }
            guard let made, made.covers(level: finding.level.rank, subjects: finding.subjects, at: situation.at),
                finding.since.map({ $0 <= made.at }) ?? true
            else { return nil }
            (self.finding, acknowledgement) = (finding, made)
        }
    }
}
