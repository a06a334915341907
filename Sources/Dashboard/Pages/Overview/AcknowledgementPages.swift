import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// To acknowledge a finding of the verdict, and to take that back.
struct AcknowledgementPages: Sendable {
    let service: AcknowledgementService
    let server: PageServer

    var routes: [Route] { server.routes(acknowledging) + server.routes(takingBack) }

    private var acknowledging: ActionPage {
        ActionPage(path: "/findings/{finding}/acknowledge", menu: "/") { call in
            let rule = try rule(of: call)
            let finding = try await service.preview(rule, for: call.person)
            let seen = AcknowledgementService.Seen(finding)
            return ActionPage.Preview(
                title: "Acknowledge \(rule.rawValue)",
                sentences: [
                    finding.sentence,
                    "All dashboards show it in grey, with your name. It colours no page, and its alert goes quiet within a quarter of an hour.",
                    "That ends at the time below, and at once when it becomes graver or is about another part.",
                    "It holds for the same finding too if that ends and comes back before the time below.",
                ],
                facts: [("Level", .string(finding.level.rawValue)), ("Measure", .string(finding.measure))],
                fields: [
                    .reason,
                    ActionPage.Field(
                        name: "until", label: "Until, in UTC", value: usualEnd, hint: "At most 7 days from now."),
                    ActionPage.Field(name: "level", label: "", kind: .hidden, value: "\(seen.level)"),
                    ActionPage.Field(name: "about", label: "", kind: .hidden, value: Self.text(of: seen.subjects)),
                ], button: "Acknowledge")
        } perform: { call in
            let rule = try rule(of: call)
            guard let until = try call.moment("until") else { throw OperatorError.unusable("An end is required.") }
            // A form without them comes from no preview: then nothing has been read.
            let seen = AcknowledgementService.Seen(
                level: call.field("level").flatMap { Int($0) } ?? 0, subjects: Self.subjects(call.form?["about"] ?? ""))
            try await service.acknowledge(rule, seen: seen, until: until, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(
                sentence: "\(rule.rawValue) is acknowledged until \(until.clock) UTC.", next: "/")
        }
    }

    private var takingBack: ActionPage {
        ActionPage(path: "/findings/{finding}/take-back", menu: "/") { call in
            let rule = try rule(of: call)
            let made = try await service.previewTakingBack(of: rule, for: call.person)
            return ActionPage.Preview(
                title: "Take back the acknowledgement of \(rule.rawValue)",
                sentences: ["The finding counts again on all dashboards and for the alerts, as long as it holds."],
                facts: [
                    ("By", .string(made.who)), ("Why", .string(made.reason)), ("Since", .string(made.at.clock)),
                    ("Until", .string(made.until.clock)),
                ], button: "Take back")
        } perform: { call in
            let rule = try rule(of: call)
            try await service.takeBack(of: rule, because: try call.reason(), by: call.person)
            return ActionPage.Outcome(sentence: "\(rule.rawValue) is no longer acknowledged.", next: "/")
        }
    }

    /// As a person types it, without seconds.
    private var usualEnd: String {
        String((server.framing.now() + AcknowledgementService.usual).rfc3339.prefix("2027-01-31T18:00".count))
    }

    private func rule(of call: PageCall) throws(OperatorError) -> Rule {
        guard let rule = call.segment("finding").flatMap(Rule.init(rawValue:)) else { throw .nothing("such rule") }
        return rule
    }

    /// No subject has a line break: they are names, regions and numbers of workers.
    private static func text(of subjects: Set<String>) -> String { subjects.sorted().joined(separator: "|") }

    private static func subjects(_ text: String) -> Set<String> {
        Set(text.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
    }
}
