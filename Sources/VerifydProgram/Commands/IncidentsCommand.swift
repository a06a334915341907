import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

struct IncidentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "incidents", abstract: "Show what was wrong, when, and for how long.",
        subcommands: [List.self, Show.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List incidents, newest first; dashboards write them while they run.")

        @OptionGroup var part: PageOptions
        @Option(help: "Only incidents of this rule, such as gateway-fails.")
        var rule: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let incidents = try await withStore(sources, role: "verifyd-incidents") { store in
                try await acting { _ throws(OperatorError) in
                    try await store.incidentQueries.page(ofRule: rule, before: part.before, limit: part.limit).incidents
                }
            }
            let rows = incidents.map { incident in
                [
                    String(incident.number), incident.beganAt.rfc3339, incident.lasted, incident.worst.level.rawValue,
                    incident.accusation.rule, incident.accusation.subject, incident.worst.sentence,
                ]
            }
            output.print(
                json: .array(incidents.map(\.json)),
                text: rows.isEmpty
                    ? "nothing yet"
                    : table([["NUMBER", "BEGAN", "LASTED", "LEVEL", "RULE", "OF", "WHAT"]] + rows))
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show an incident with what changed around it.")

        @Argument(help: "The incident's number.")
        var number: Int64
        @Flag(help: "Print a post-mortem to begin with, as Markdown.")
        var markdown = false
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let story = try await withStore(sources, role: "verifyd-incidents") { store in
                try await acting { _ throws(OperatorError) in try await store.incidentQueries.story(of: number) }
            }
            if markdown { return print(story.markdown, terminator: "") }
            let (incident, ending) = (story.incident, story.incident.ending)
            let facts = [
                ["rule", incident.accusation.rule], ["of", incident.accusation.subject],
                ["level", incident.worst.level.rawValue], ["what", incident.worst.sentence],
                ["measure", incident.worst.measure],
                ["began", incident.beganAt.rfc3339 + (incident.isAtLeast ? " or earlier" : "")],
                ["lasted", incident.lasted], ["state a minute later", ending?.note ?? "-"],
            ]
            let changes = story.happenings.map { [$0.at.rfc3339, $0.what] }
            output.print(json: story.json, text: table(facts) + (changes.isEmpty ? "" : "\n\n" + table(changes)))
        }
    }
}

extension Incident {
    fileprivate var lasted: String { span.words + (ending == nil ? ", still open" : "") }

    fileprivate var json: JSONValue {
        .members([
            "number": .integer(number), "rule": .string(accusation.rule), "subject": .string(accusation.subject),
            "level": .string(worst.level.rawValue), "sentence": .string(worst.sentence),
            "measure": .string(worst.measure), "beganAt": .string(beganAt.rfc3339),
            "isSinceAtLeast": .bool(isAtLeast), "lastSeenAt": .string(lastSeenAt.rfc3339),
            "endedAt": ending.map { .string($0.at.rfc3339) }, "ending": ending.map { .string($0.note) },
        ])
    }
}

extension IncidentStory {
    fileprivate var json: JSONValue {
        [
            "incident": incident.json,
            "changes": .array(happenings.map { ["at": .string($0.at.rfc3339), "what": .string($0.what)] }),
        ]
    }
}
