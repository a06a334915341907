import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// Each rule of the verdict by itself, with what it means for people and what to do; and all of them in a list.
struct RulePages: Sendable {
    let watch: SituationWatch
    let server: PageServer

    var routes: [Route] { server.routes(list) + server.routes(page) }

    private var list: Page {
        Page(path: "/rules", menu: "/rules", template: .rules, reach: .none) { _ in
            let findings = await watch.look().judgement.findings
            let rules = Rule.allCases.map { rule -> JSONValue in
                let level = findings.first { $0.rule == rule }?.level
                return [
                    "rule": .string(rule.rawValue), "meaning": .string(rule.meaning),
                    "level": .text(level?.rawValue),
                ]
            }
            return Page.Model(title: "Rules", data: ["rules": .array(rules)])
        }
    }

    private var page: Page {
        Page(path: "/rules/{finding}", menu: "/rules", template: .rule, reach: .none) { call in
            guard let rule = call.segment("finding").flatMap(Rule.init(rawValue:)) else {
                throw OperatorError.nothing("such rule")
            }
            let model = RuleViewModel(rule: rule, overview: await watch.look())
            return Page.Model(title: "Rule \(rule.rawValue)", data: model.data)
        }
    }
}
