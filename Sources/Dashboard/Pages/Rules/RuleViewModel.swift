import Operations
import StrictJSON
import VerificationCore

/// What the page of a rule knows: what the rule means, what to do, and whether it holds.
struct RuleViewModel {
    let rule: Rule
    let overview: Overview

    var data: JSONValue {
        let situation = overview.situation
        let accused = rule.gateways(accused: finding?.subjects ?? [], in: situation)
        let subject = rule == .eventsFail ? finding?.accused.first : accused.first
        return [
            "rule": .string(rule.rawValue), "meaning": .string(rule.meaning), "condition": .string(rule.condition),
            "finding": finding.map(words) ?? .null, "isKnown": .bool(isKnown),
            "steps": .array(
                rule.steps(for: subject).map { ["words": .string($0.words), "command": .string($0.command)] }),
            "actions": .array(rule.actions(on: accused, in: situation).map(Self.link)),
            "pages": .array(rule.pages.map(Self.link)),
            "gateways": .array(accused.map { ["name": .string($0), "statusPage": .text(statusPage(of: $0))] }),
            "statusPages": .array(statusPages(of: accused)),
            "causes": .array(causes.map { ["rule": .string($0.rawValue)] }), "hasCauses": .bool(!causes.isEmpty),
            "queuesKnown": situation.queues.sign(of: "Queues"),
            "gatewaysKnown": situation.gateways.sign(of: "Gateways and workers"),
            "countsKnown": situation.counts.sign(of: "Counts"),
        ]
    }

    private var finding: Judgement.RuleFinding? { overview.judgement.holding.first { $0.rule == rule } }

    /// Whether every part could be read that some rule needs; else it is not said that the rule does not hold.
    private var isKnown: Bool {
        let situation = overview.situation
        return situation.queues.trouble == nil && situation.gateways.trouble == nil
            && situation.workers.trouble == nil && situation.counts.trouble == nil
            && overview.judgement.unknown.isEmpty
    }

    /// The rules that explain this rule where they hold too, so that a person looks at them first.
    private var causes: [Rule] {
        let causes = rule.causes(of: finding?.level ?? .degraded)
        return Rule.allCases.filter(causes.contains)
    }

    private func words(_ finding: Judgement.RuleFinding) -> JSONValue {
        let since = overview.since[rule]
        let judgement = overview.judgement
        let known = judgement.acknowledged.first { $0.finding.rule == rule }?.acknowledgement
        return [
            "level": .string(finding.level.rawValue), "sentence": .string(finding.sentence),
            "measure": .string(finding.measure), "since": .time(since?.at),
            "isSinceAtLeast": .bool(since?.isAtLeast ?? false),
            "isIntended": .bool(overview.judgement.intents.contains { $0.finding.rule == rule }),
            "acknowledgedBy": .text(known?.who), "acknowledgedUntil": .time(known?.until),
            "isExplained": .bool(
                (judgement.followers + judgement.followersOfAcknowledged).contains { $0.rule == rule }),
        ]
    }

    /// Of the gateways of the finding; while the rule names none, of all gateways, where the rule is about gateways.
    private func statusPages(of accused: [String]) -> [JSONValue] {
        guard rule.isAboutGateways else { return [] }
        let names = accused.isEmpty ? overview.situation.gatewayList.members.map(\.name) : accused
        return names.compactMap { name in
            statusPage(of: name).map { ["gateway": .string(name), "url": .string($0)] }
        }
    }

    private func statusPage(of name: String) -> String? {
        overview.situation.gatewayList.member(named: name)?.statusPage
    }

    private static func link(_ link: (path: String, words: String)) -> JSONValue {
        ["path": .string(link.path), "words": .string(link.words)]
    }
}

extension Rule {
    /// Whether a provider may be the cause, so that its status page is worth a look.
    fileprivate var isAboutGateways: Bool { pages.contains { $0.path == "/gateways" } }
}
