import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What limits have counted, whom they reject, resetting one; and what operators block and always allow.
struct LimitPages: Sendable {
    let service: LimitService
    let blocks: BlockService
    let records: Records
    let phones: any PhoneNumberParser
    let server: PageServer

    var routes: [Route] {
        server.routes(page) + server.routes(asking: uses) + server.routes(reset) + server.routes(addition)
            + server.routes(removal)
    }

    private var page: Page {
        Page(path: "/limits", menu: "/limits", template: .limits, isLive: false, reach: .single) { call in
            let app = try OneApp(call)
            async let held = service.held.look(app.id)
            let (rules, cached) = try await rules(before: call.before())
            return Page.Model(
                title: "Limits",
                data: LimitViewModel.data(
                    await held, of: app, apps: await appNames(), rules: rules.map { row($0) }, rulesKnown: cached,
                    older: rules.count == BlockService.pageSize
                        ? rules.last.map { app.kept(in: "/limits?before=\($0.id)") } : nil))
        }
    }

    /// While the database is away the page still shows the form, without names to choose from.
    private func appNames() async -> [String] {
        do { return try await service.appNames() } catch { return [] }
    }

    private func rules(before: Int64?) async throws -> (rules: [BlockRule], cached: JSONValue) {
        guard let before else {
            let cached = await blocks.newest.look()
            return (cached.value ?? [], cached.sign)
        }
        return (try await blocks.rules(before: before), .null)
    }

    /// A rule as a line of the table; the page knows no time but its own, so the end tells whether it holds.
    private func row(_ rule: BlockRule) -> JSONValue {
        [
            "id": .integer(rule.id), "action": .string(rule.action.words), "kind": .string(rule.target.kind.rawValue),
            "target": .string(rule.target.masked(by: phones)), "who": .string(rule.who),
            "why": .string(rule.reason), "sinceAt": .time(rule.since), "untilAt": .time(rule.until),
            "hasEnded": .bool(!rule.holds(at: server.framing.now())),
        ]
    }

    private var uses: Page {
        Page(path: "/limits/uses", menu: "/limits", template: .limitUses, reach: .none) { call in
            let question = try await question(of: call)
            let (subject, uses) = try await service.uses(of: question, for: call.person)
            var rules: [BlockRule] = []
            if let phone = question.phone { rules = try await blocks.rules(about: phone) }
            return Page.Model(
                title: "What has been used",
                data: LimitViewModel.data(uses, of: subject, question: question, rules: rules.map(row), asked: call))
        }
    }

    private var reset: PostedAction {
        PostedAction(path: "/limits/reset", menu: "/limits", carried: LimitViewModel.asked + ["limit"]) { call in
            try await service.admit(call.person)
            let (question, limit) = (try await question(of: call), try limit(of: call))
            let (_, uses) = try await service.previewReset(of: [limit], question, for: call.person)
            return ActionPage.Preview(
                title: "Reset \(limit.rawValue)",
                sentences: [
                    "The usage of \(limit.rawValue) is reset for \(question.words).",
                    "The next request finds nothing used. The limit itself stays as it is.",
                ],
                facts: uses.map { ("In \($0.quota.interval.words)", .string("\($0.used) of \($0.quota.count) used")) },
                warning: limit.isShared ? "Many people share this limit. It is reset for all of them." : nil,
                button: uses.contains { $0.used > 0 } ? "Reset \(limit.rawValue)" : nil)
        } perform: { call in
            let (question, limit) = (try await question(of: call), try limit(of: call))
            try await service.reset([limit], of: question, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(
                sentence: "\(limit.rawValue) is reset for \(question.words).", next: "/limits")
        }
    }

    private func limit(of call: PageCall) throws(OperatorError) -> LimitReached.Limit {
        guard let limit = call.field("limit").flatMap(LimitReached.Limit.init(rawValue:)) else {
            throw .nothing("such limit")
        }
        return limit
    }

    /// The page of a verification asks by its id, so that no page needs the number.
    private func question(of call: PageCall) async throws(OperatorError) -> LimitService.Question {
        if let id = call.field("verification").flatMap({ VerificationID($0) }) {
            let report = try await records.verification(id, for: call.person).report
            // A number that no plan knows any more has no limits to look at.
            guard let phone = try? RecordedNumbers(phones).parse(report.phone) else {
                throw .nothing("such number in the numbering plan")
            }
            return LimitService.Question(app: report.app.name, phone: phone, address: nil, prefix: nil)
        }
        guard let app = call.field("app") else { throw .unusable("An app is required.") }
        var (phone, address): (PhoneNumber?, IPAddress?)
        if let text = call.field("phone") {
            // Why it is no number does not help the person.
            phone = try? RecordedNumbers(phones).parse(text)
            guard phone != nil else { throw .unusable("This is no phone number with + and its country.") }
        }
        if let text = call.field("ip") {
            address = IPAddress(text)
            guard address != nil else { throw .unusable("This is no IP address.") }
        }
        return LimitService.Question(app: app, phone: phone, address: address, prefix: try prefix(of: call))
    }

    /// The audit keeps the prefix, so nothing may pass for it that has a person's digits.
    private func prefix(of call: PageCall) throws(OperatorError) -> String? {
        guard let typed = call.field("prefix") else { return nil }
        guard let prefix = PhoneNumber.prefix(typed: typed) else {
            throw .unusable("Write a prefix as limits count it, such as 49-DE, or 1-876 of numbers with +1.")
        }
        return prefix
    }
}

extension LimitPages {
    private var addition: PostedAction {
        PostedAction(path: "/limits/blocks", menu: "/limits", carried: ["target", "action", "until"]) { call in
            try await blocks.admit(call.person)
            let draft = try draft(of: call)
            let former = try await blocks.preview(draft, for: call.person)
            let words = blocks.subject(draft.target)
            return ActionPage.Preview(
                title: "\(draft.action.words.capitalizedFirst) \(words)",
                sentences: [
                    draft.action.meaning(for: draft.target.kind),
                    "API and workers follow within two seconds. A code that was sent before can still be typed.",
                ],
                facts: [
                    ("What", .string(words)), ("Until", .string(draft.until?.clock ?? "somebody removes the rule")),
                    (
                        "Before",
                        .string(former.map { "\($0.action.words), by \($0.who): \($0.reason)" } ?? "no such rule")
                    ),
                ],
                warning: draft.action == .block && draft.target.kind != .number
                    ? "This can block many people. The page Countries shows how many start in a country." : nil,
                button: "\(draft.action.words.capitalizedFirst)")
        } perform: { call in
            let draft = try draft(of: call)
            _ = try await blocks.add(draft, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(
                sentence: "\(blocks.subject(draft.target)): \(draft.action.words) within two seconds.", next: "/limits")
        }
    }

    private func draft(of call: PageCall) throws(OperatorError) -> BlockService.Draft {
        guard let target = call.field("target").flatMap({ BlockTarget(typed: $0, phones: phones) }) else {
            throw .unusable(
                "This is no number or prefix with + and its country, and no address. The widest network is /8, of IPv6 /16."
            )
        }
        guard let action = call.field("action").flatMap(BlockRule.Action.init(rawValue:)) else {
            throw .unusable("Choose whether to block or to allow.")
        }
        return BlockService.Draft(target: target, action: action, until: try call.moment("until"))
    }

    private var removal: ActionPage {
        ActionPage(path: "/limits/blocks/{rule}/remove", menu: "/limits") { call in
            let rule = try await blocks.previewRemoval(of: try id(of: call), for: call.person)
            return ActionPage.Preview(
                title: "Remove rule \(rule.id)",
                sentences: [
                    "The rule on \(blocks.subject(rule.target)) is removed: \(rule.action.words).",
                    "API and workers follow within two seconds. The next wider rule counts then, if there is any.",
                ],
                facts: [
                    ("By", .string(rule.who)), ("Why", .string(rule.reason)), ("Since", .string(rule.since.clock)),
                    ("Until", .string(rule.until?.clock ?? "–")),
                ], button: "Remove")
        } perform: { call in
            let rule = try await blocks.remove(try id(of: call), because: try call.reason(), by: call.person)
            return ActionPage.Outcome(
                sentence: "The rule on \(blocks.subject(rule.target)) is removed.", next: "/limits")
        }
    }

    private func id(of call: PageCall) throws(OperatorError) -> Int64 {
        guard let id = call.segment("rule").flatMap(Int64.init) else { throw .nothing("such rule") }
        return id
    }
}
