import VerificationCore

/// The verdict of the overview without its page: the same level and the same sentences, for a terminal.
package struct OverviewVerdict: Sendable {
    package let at: Timestamp
    package let level: Judgement.Verdict
    /// The findings that nothing else explains, the gravest first.
    package let causes: [Judgement.RuleFinding]
    /// The findings that follow from the causes.
    package let followers: [Judgement.RuleFinding]
    /// What operators' own actions explain.
    package let intents: [Judgement.Intent]
    /// What operators have acknowledged.
    package let acknowledged: [Judgement.Known]
    /// What follows from the acknowledged.
    package let followersOfAcknowledged: [Judgement.RuleFinding]
    private let calm: String
    /// How it went for the people of the last half minute; nil while the counts are not known.
    package let people: PeopleNow?
    package let since: [Rule: Since]
    package let unknown: [Judgement.UnknownPart]
    /// Why the broker's alarms cannot be seen; nil when they can.
    package let alarmTrouble: String?
    /// Whether no earlier look told what came of late, so that some rules cannot see a fault of the last half minute.
    package let isFirstLook: Bool

    package init(_ overview: Overview) {
        let (situation, judgement) = (overview.situation, overview.judgement)
        at = situation.at
        (causes, followers, since) = (judgement.causes, judgement.followers, overview.since)
        (intents, acknowledged, calm) = (judgement.intents, judgement.acknowledged, judgement.calm)
        followersOfAcknowledged = judgement.followersOfAcknowledged
        people = situation.counts.current.map(PeopleNow.init)
        (level, unknown) = (judgement.verdict, judgement.unknown)
        alarmTrouble = if case .unknown(let words)? = situation.broker.current { words } else { nil }
        isFirstLook = situation.counts.current.map { $0.lately == nil } ?? true
    }

    /// What the overview says first.
    package var sentence: String { causes.first?.sentence ?? calm }
}

extension OverviewVerdict {
    /// The verdict as text: its sentence, then of each finding the rule, since when it holds, and what helps.
    package var lines: [String] {
        let first = causes.isEmpty ? ["\(level.rawValue) \(sentence)"] : []
        let notes =
            unknown.map { "Not known: \($0.name): \($0.trouble)" }
            + (alarmTrouble.map { ["Not known: the broker's alarms: \($0)"] } ?? [])
        return first + causes.flatMap(lines) + (followers.isEmpty ? [] : ["Follows from it:"])
            + followers.map { "  \($0.level.rawValue) \($0.sentence) Rule \(told($0))." }
            + (causes.isEmpty ? [] : people.map { [$0.sentence] } ?? []) + quiet + notes
    }

    /// What is no news: it is on purpose, or acknowledged.
    private var quiet: [String] {
        intents.map { "On purpose: \($0.words) Rule \(told($0.finding))." }
            + acknowledged.map { known in
                let (finding, made) = (known.finding, known.acknowledgement)
                return "Acknowledged by \(made.who) until \(made.until.rfc3339), \(made.reason): "
                    + "\(finding.level.rawValue) \(finding.sentence) Rule \(told(finding))."
            }
            + followersOfAcknowledged.map { "  Follows: \($0.level.rawValue) \($0.sentence) Rule \(told($0))." }
    }

    private func lines(of finding: Judgement.RuleFinding) -> [String] {
        [
            "\(finding.level.rawValue) \(finding.sentence)", "  Rule \(told(finding)).",
            "  What to do: \(finding.rule.advice)",
        ]
    }

    /// For example `gateway-away of acme, since 2027-01-31T17:00:00.000Z, 4m 12s ago: acme: switched off`.
    private func told(_ finding: Judgement.RuleFinding) -> String {
        let since = since[finding.rule].map { since in
            ", since \(since.at.rfc3339)\(since.isAtLeast ? " or earlier" : ""), \((at - since.at).words) ago"
        }
        return "\(finding.rule.rawValue)\(finding.subjectWords)\(since ?? ""): \(finding.measure)"
    }
}

extension OverviewVerdict {
    /// What is otherwise than at an earlier look, a line for each rule that began, ended, or is graver or accuses others.
    ///
    /// Numbers change with each look, so a new number in a sentence is no change.
    package func changes(since earlier: OverviewVerdict) -> [String] {
        let (now, before) = (findings, earlier.findings)
        let rules = Rule.allCases.compactMap { rule -> String? in
            switch (before[rule], now[rule]) {
            case (nil, nil) where isQuiet(rule) == earlier.isQuiet(rule): nil
            case (nil, nil) where !isQuiet(rule): "\(rule.rawValue) is over"
            case (_, nil) where isQuiet(rule): "\(rule.rawValue) is \(quietWords(of: rule))"
            case (_, nil): "\(rule.rawValue) is over"
            case (let old?, let new?) where old.level == new.level && old.subjects == new.subjects: nil
            case (_, let new?): "\(rule.rawValue)\(new.subjectWords) is \(new.level.rawValue): \(new.sentence)"
            }
        }
        let parts = unknown.filter { part in !earlier.unknown.contains { $0.name == part.name } }.map {
            "\($0.name) not known: \($0.trouble)"
        }
        let changes = rules + parts
        let rest = changes.isEmpty && level != earlier.level ? [sentence] : []
        return (changes + rest).map { "\(at.rfc3339) \(level.rawValue): \($0)" }
    }

    private var findings: [Rule: Judgement.RuleFinding] {
        Dictionary((causes + followers).map { ($0.rule, $0) }) { first, _ in first }
    }

    private func isQuiet(_ rule: Rule) -> Bool {
        intents.contains { $0.finding.rule == rule }
            || (acknowledged.map(\.finding) + followersOfAcknowledged).contains { $0.rule == rule }
    }

    /// What a rule says that is no news, after it was news or before.
    private func quietWords(of rule: Rule) -> String {
        if let intent = intents.first(where: { $0.finding.rule == rule }) { return "on purpose: \(intent.words)" }
        guard let made = acknowledged.first(where: { $0.finding.rule == rule })?.acknowledgement else {
            return "known"
        }
        return "acknowledged by \(made.who): \(made.reason)"
    }
}

extension Judgement.RuleFinding {
    /// What it accuses, in a fixed order; empty where it speaks of the whole.
    package var accused: [String] { subjects.filter { !$0.isEmpty }.sorted() }

    /// For example ` of acme, bolt`; empty where it speaks of the whole.
    fileprivate var subjectWords: String {
        accused.isEmpty ? "" : " of \(accused.joined(separator: ", "))"
    }
}
