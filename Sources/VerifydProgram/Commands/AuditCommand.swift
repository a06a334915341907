import ArgumentParser
import Foundation
import Operations
import StrictJSON
import VerificationCore

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show what operators did.", subcommands: [List.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what operators did, newest first.")

        @OptionGroup var part: PageOptions
        @Option(help: "Only what this person or this user of a machine did.")
        var who: String?
        @Option(name: .customLong("action"), help: "Only actions of this kind.")
        var action: OperatorAction?
        @Option(help: "Only actions with this result.")
        var result: AuditEntry.Result?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let filter = AuditFilter(actor: who, action: action, result: result)
            let page = try await withStore(sources, role: "verifyd-audit") { store in
                try await acting { person throws(OperatorError) in
                    try await store.auditService.list(filter, before: part.before, limit: part.limit, for: person)
                }
            }
            let lines = page.lines
            let rows = lines.map { line in
                let entry = line.entry
                return [
                    String(line.number), line.at.rfc3339, entry.actor, entry.action.rawValue, entry.result.rawValue,
                    entry.subject, entry.reason, entry.address?.description ?? "-",
                ]
            }
            output.print(
                json: .array(lines.map(\.json)),
                text: rows.isEmpty
                    ? "nothing yet"
                    : table([["NUMBER", "TIME", "WHO", "ACTION", "RESULT", "TARGET", "REASON", "ADDRESS"]] + rows))
            if page.isCutShort, let next = page.next { Self.tellCutShort(next) }
        }
    }
}

extension AuditCommand.List {
    /// Among many lines, only so many are searched for a page; those that fit may be older.
    fileprivate static func tellCutShort(_ next: Int64) {
        let words = "Older lines were not searched: continue with --before \(next)\n"
        FileHandle.standardError.write(Data(words.utf8))
    }
}

// In the same package as both; their cases are the names that the audit itself uses.
extension OperatorAction: ExpressibleByArgument {}
extension AuditEntry.Result: ExpressibleByArgument {}

extension StoredAudit {
    fileprivate var json: JSONValue {
        .members([
            "number": .integer(number), "at": .string(at.rfc3339), "actor": .string(entry.actor),
            "action": .string(entry.action.rawValue), "subject": .string(entry.subject),
            "reason": .string(entry.reason), "result": .string(entry.result.rawValue),
            "address": entry.address.map { .string("\($0)") },
        ])
    }
}
