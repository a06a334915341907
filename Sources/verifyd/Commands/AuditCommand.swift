import ArgumentParser
import StrictJSON
import VerificationCore

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show what operators did.", subcommands: [List.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what operators did, newest first.")

        @Option(help: "How many lines at most, up to 1,000.")
        var limit = 50
        @Option(help: "Only lines before this number: the last number of the page before.")
        var before: Int64?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be between 1 and 1000") }
        }

        func run() async throws {
            let lines = try await withStore(sources, role: "verifyd-audit") {
                try await $0.audit.page(.all, before: before, limit: limit).lines
            }
            let rows = lines.map { line in
                let entry = line.entry
                return [
                    String(line.number), line.at.rfc3339, entry.actor, entry.deed.rawValue, entry.result.rawValue,
                    entry.subject, entry.reason,
                ]
            }
            output.print(
                json: .array(lines.map(\.json)),
                text: rows.isEmpty
                    ? "nothing yet"
                    : table([["NUMBER", "TIME", "WHO", "DID", "RESULT", "TO", "REASON"]] + rows))
        }
    }
}

extension StoredAudit {
    fileprivate var json: JSONValue {
        .members([
            "number": .integer(number), "at": .string(at.rfc3339), "actor": .string(entry.actor),
            "deed": .string(entry.deed.rawValue), "subject": .string(entry.subject),
            "reason": .string(entry.reason), "result": .string(entry.result.rawValue),
        ])
    }
}
