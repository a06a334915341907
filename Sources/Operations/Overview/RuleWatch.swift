import VerificationCore

/// Remembers since when each rule holds, over looks that follow each other.
struct RuleWatch {
    /// A rule that holds again after so short a pause has held all the time.
    private static let flicker = Duration.seconds(60)

    /// A rule that holds of a gateway, an app or a place; `subject` is empty where the rule speaks of the whole.
    private struct Accusation: Hashable {
        let rule: Rule
        let subject: String
    }

    /// For each rule and each subject that it accuses: when it last held, and whether it held at the last look.
    private var held: [Accusation: (since: Since, last: Timestamp, holds: Bool)] = [:]
    private var hasLooked = false

    /// Since when each rule that holds now has held.
    mutating func note(_ judgement: Judgement, at now: Timestamp) -> [Rule: Since] {
        held = held.filter { $0.value.holds || now - $0.value.last <= Self.flicker }
        for accusation in held.keys { held[accusation]?.holds = false }
        var sinces: [Rule: Since] = [:]
        for finding in judgement.holding {
            // A rule that holds of several has held since it held of the first.
            sinces[finding.rule] = note(finding, at: now).min { $0.at < $1.at }
        }
        hasLooked = true
        return sinces
    }

    /// Since when the rule has held for each subject that it accuses.
    private mutating func note(_ finding: Judgement.RuleFinding, at now: Timestamp) -> [Since] {
        let told = finding.since.map { Since(at: $0, isAtLeast: false) }
        return finding.subjects.map { subject in
            let accusation = Accusation(rule: finding.rule, subject: subject)
            let since = told ?? held[accusation]?.since ?? Since(at: now, isAtLeast: !hasLooked)
            held[accusation] = (since, now, true)
            return since
        }
    }
}

/// Since when a rule holds.
package struct Since: Sendable, Hashable {
    package let at: Timestamp
    /// Whether it may have held earlier, when this process did not look yet.
    package let isAtLeast: Bool

    package init(at: Timestamp, isAtLeast: Bool) {
        (self.at, self.isAtLeast) = (at, isAtLeast)
    }
}
