import ArgumentParser
import Operations
import PhoneNumbers
import StrictJSON
import VerificationCore

struct BlocksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks", abstract: "Block a number, a prefix or an address, or always allow it.",
        discussion: """
            API and workers follow within 2 seconds. Of the rules on a number the most specific counts, and of the rules on \
            an address as well; where one of the two says block, nothing is sent. An allow exempts from limits: a number's \
            sends-per-phone and sends-per-prefix, a prefix's sends-per-prefix, a network's sends-per-ip.
            """,
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a rule, or change the rule on the same number, prefix or network.")

        @Argument(help: "+14155550123, +234 (or +234*), 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.")
        var target: String
        @Flag(help: "Always allow it, in place of blocking it.")
        var allow = false
        @OptionGroup var why: ReasonOptions
        @Option(help: "Until when the rule holds, as 2027-01-31T00:00:00Z; without it, until it is removed.")
        var until: String?
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws { try why.demand(unless: trial) }

        func run() async throws {
            let numbers = try await numberingPlan(sources)
            let draft = BlockService.Draft(
                target: try read(target, by: numbers), action: allow ? .allow : .block, until: try until.map(moment))
            if trial.isDry { return try await plan(draft, by: numbers) }
            let (rule, former) = try await withStore(sources, role: "verifyd-blocks") { store in
                try await acting { person throws(OperatorError) in
                    try await store.rules(by: numbers).add(draft, because: why.words, by: person)
                }
            }
            output.print(
                json: .members(["rule": rule.json, "former": former?.json]),
                text: "\(rule.sentence); API and workers follow within 2 s"
                    + former.words)
        }

        private func plan(_ draft: BlockService.Draft, by numbers: NumberingPlan) async throws {
            let former = try await withStore(sources, role: "verifyd-blocks") { store in
                try await acting { person throws(OperatorError) in
                    try await store.rules(by: numbers).preview(draft, for: person)
                }
            }
            let action = "would \(draft.action == .block ? "block" : "always allow"): "
            output.print(
                json: DryRunOptions.json([
                    "action": .string(draft.action.rawValue), "kind": .string(draft.target.kind.rawValue),
                    "target": .string(draft.target.text), "until": draft.until.map { .string($0.rfc3339) },
                    "former": former?.json,
                ]),
                text: action + "\(draft.target.kind.rawValue) \(draft.target.text)"
                    + (draft.until.map { " until \($0.rfc3339)" } ?? "") + former.words)
        }

        private func moment(_ text: String) throws -> Timestamp {
            guard let moment = Timestamp(rfc3339: text) else {
                throw ValidationError("--until must be a time to come, such as 2027-01-31T00:00:00Z")
            }
            return moment
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the rules, the newest first.",
            discussion: """
                A rule that has ended is listed for a day more. Numbers are whole, so a list with a number leaves a line in \
                the audit.
                """)

        @OptionGroup var page: PageOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let rules = try await withStore(sources, role: "verifyd-blocks") { store in
                let rules = try await store.blocks.rules(before: page.before, limit: page.limit)
                if rules.contains(where: { $0.target.kind == .number }) {
                    try await acting { person throws(OperatorError) in
                        try await store.permits.look(.unmask, at: "numbers in the list of rules", by: person)
                    }
                }
                return rules
            }
            output.print(
                json: .array(rules.map(\.json)),
                text: rules.isEmpty
                    ? "no rules" : table([["ID", "RULE", "OF", "UNTIL", "BY", "SINCE", "REASON"]] + rules.map(\.row)))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a rule, so that the next wider rule counts, or no rule.")

        @Argument(help: "The number, prefix or network, or the rule's id as `verifyd blocks list` shows it.")
        var target: String
        @OptionGroup var why: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let numbers = try await numberingPlan(sources)
            // `+234` is a prefix, though Swift would read it as 234.
            let id = target.hasPrefix("+") ? nil : Int64(target)
            let place = try id == nil ? read(target, by: numbers) : nil
            let removed = try await withStore(sources, role: "verifyd-blocks") { store in
                try await acting { person throws(OperatorError) in
                    try await take(id, or: place, from: store.rules(by: numbers), for: person)
                }
            }
            output.print(
                json: trial.isDry ? DryRunOptions.json(["rule": removed.json]) : removed.json,
                text: trial.isDry
                    ? "would remove: \(removed.sentence), by \(removed.who): \(removed.reason)".printable
                    : "removed: \(removed.sentence); API and workers follow within 2 s")
        }

        /// Removes the rule of this id, or on this target, or only looks at it.
        private func take(
            _ id: Int64?, or target: BlockTarget?, from service: BlockService, for person: Operator
        ) async throws(OperatorError) -> BlockRule {
            let rule =
                if let target { try await service.previewRemoval(on: target, for: person) } else {
                    try await service.previewRemoval(of: id ?? 0, for: person)
                }
            return trial.isDry ? rule : try await service.remove(rule.id, because: why.words, by: person)
        }
    }
}

private func read(_ text: String, by plan: NumberingPlan) throws -> BlockTarget {
    guard let target = BlockTarget(typed: text, phones: PlanParser(plan)) else {
        throw ValidationError(
            "\(text) is no number or prefix with + and its country, and no address; the widest network is /8, of IPv6 /16"
        )
    }
    return target
}

extension BlockRule? {
    /// The rule that stood before, if there was a rule.
    fileprivate var words: String {
        map { "\nbefore: \($0.sentence), by \($0.who): \($0.reason)".printable } ?? ""
    }
}

extension BlockRule {
    fileprivate var sentence: String {
        let end = until.map { " until \($0.rfc3339)" } ?? ""
        return "\(action == .block ? "blocked" : "always allowed"): \(target.kind.rawValue) \(target.text)\(end)"
    }

    fileprivate var row: [String] {
        ["\(id)", action.rawValue, target.text, until?.rfc3339 ?? "-", who, since.rfc3339, reason]
    }

    fileprivate var json: JSONValue {
        .members([
            "id": .integer(id), "action": .string(action.rawValue), "kind": .string(target.kind.rawValue),
            "target": .string(target.text), "by": .string(who), "reason": .string(reason),
            "since": .string(since.rfc3339), "until": until.map { .string($0.rfc3339) },
        ])
    }
}
