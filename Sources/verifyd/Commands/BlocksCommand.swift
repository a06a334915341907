import ArgumentParser
import Assembly
import PhoneNumbers
import StrictJSON
import VerificationCore

struct BlocksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocks", abstract: "Block a number, a prefix or an address, or always allow it.",
        discussion: """
            API and workers follow within 2 seconds. Of the rules on a number the most specific counts, and of the rules on \
            an address as well; where one of the two says block, nothing is sent. An allow lifts limits: a number's \
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
        @Option(help: "Why, in a line of at most 200 characters: other operators read it.")
        var reason: String
        @Option(help: "Until when the rule holds, as 2027-01-31T00:00:00Z; without it, until somebody removes it.")
        var until: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            let isBlank = !reason.contains { !$0.isWhitespace }
            guard !isBlank, reason.count <= 200, !reason.contains(where: \.isNewline) else {
                throw ValidationError("--reason must be one line of at most 200 characters, and not empty")
            }
        }

        func run() async throws {
            let wish = BlockWish(
                target: try read(target), action: allow ? .allow : .block, who: Machine.user, reason: reason,
                until: try until.map(moment))
            let (rule, former) = try await withStore(sources, role: "verifyd-blocks") { store in
                guard case .added(let rule, let former) = try await store.blocks.add(wish) else {
                    throw ValidationError("there are \(BlockRule.most) rules already; remove one first")
                }
                try await store.audit.note(entry(rule, rule.action.rawValue, because: reason))
                return (rule, former)
            }
            output.print(
                json: .members(["rule": rule.json, "former": former?.json]),
                text: "\(rule.sentence); API and workers follow within 2 s"
                    + (former.map { "\nbefore: \($0.sentence), by \($0.who): \($0.reason)".printable } ?? ""))
        }

        private func moment(_ text: String) throws -> Timestamp {
            guard let moment = Timestamp(rfc3339: text), moment > Machine.now() else {
                throw ValidationError("--until must be a time to come, such as 2027-01-31T00:00:00Z")
            }
            return moment
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the rules, the newest first.",
            discussion: "A rule that has ended is listed for a day more.")

        @Option(help: "How many rules at most, up to 1,000.")
        var limit = 100
        @Option(help: "Only rules before this id: the last id of the page before.")
        var before: Int64?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 1000") }
        }

        func run() async throws {
            let rules = try await withStore(sources, role: "verifyd-blocks") {
                try await $0.blocks.rules(before: before, limit: limit)
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
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let removed = try await withStore(sources, role: "verifyd-blocks") { store in
                var id = Int64(target)
                // `+234` is a prefix, though Swift would read it as 234.
                if id == nil || target.hasPrefix("+") { id = try await store.blocks.rule(on: try read(target))?.id }
                guard let id, let removed = try await store.blocks.remove(id) else {
                    throw ValidationError("there is no rule on \(target)")
                }
                try await store.audit.note(entry(removed, "removed", because: ""))
                return removed
            }
            output.print(
                json: removed.json, text: "removed: \(removed.sentence); API and workers follow within 2 s")
        }
    }
}

private func read(_ text: String) throws -> BlockTarget {
    guard let target = BlockTarget(typed: text, phones: LibPhoneNumber()) else {
        throw ValidationError(
            "\(text) is no number or prefix with + and its country, and no address; the widest network is /8, of IPv6 /16"
        )
    }
    return target
}

/// A line of the audit about a change that this command has made.
private func entry(_ rule: BlockRule, _ what: String, because reason: String) -> AuditEntry {
    let subject = "\(rule.target.kind.rawValue) \(rule.target.masked(by: LibPhoneNumber())): \(what)"
    return AuditEntry(actor: Machine.user, deed: .changeBlock, subject: subject, reason: reason, result: .done)
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
