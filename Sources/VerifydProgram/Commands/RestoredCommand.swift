import ArgumentParser
import Assembly
import Operations
import Store
import StrictJSON
import VerificationCore

struct RestoredCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored", abstract: "After a restore of the database: make sure that nothing is sent twice.",
        discussion: """
            A database from a backup does not know what was sent, revoked or approved after the backup. This ends all codes, \
            lets no request from before this moment be sent, ends all sessions of accounts and operators, and pauses the queue \
            of requests. Then revoke again what is not to work, and end the pause: verifyd queues resume requests. Run it with \
            the user of `verifyd migrate`, while no other process of verifyd runs, on the database that has just been restored.
            """)

    @Flag(help: "Yes, this database comes from a backup: end its codes and sessions.")
    var yes = false
    @Flag(help: "Keep people signed in, including those who signed out or were disabled after the backup.")
    var keepSessions = false
    @OptionGroup var why: ReasonOptions
    @OptionGroup var dryRun: DryRunOptions
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard yes || dryRun.isDry else {
            throw ValidationError("this ends every code and every session: say --yes, or --dry-run to see how many")
        }
    }

    func run() async throws {
        let (done, keys, operators) = try await withStore(sources, role: "verifyd-restored") { store in
            // A backup has the workers' rows too; a worker of that time is silent by now.
            let working = try await store.workers.workforce().workers.filter { !$0.isSilent }
            guard working.isEmpty || dryRun.isDry else {
                throw ServiceError("\(working.count) workers use this database; stop every process of verifyd first")
            }
            let done = try await acting { person throws(OperatorError) in
                try await store.permits.preview(.restore, on: "database", by: person)
                // The line of the audit lies in the transaction itself, so that neither can be without the other.
                return try await asked { () throws(StoreError) in
                    try await store.restoration.restored(
                        by: person.name.text, because: why.reason ?? "restored from a backup",
                        keepsSessions: keepSessions, isDry: dryRun.isDry)
                }
            }
            return (done, try await Self.keys(store), try await store.people.operators.operators())
        }
        let names = operators.map { JSONValue.string("\($0.person.name)") }
        let counts: KeyValuePairs<String, JSONValue?> = [
            "at": .string(done.at.rfc3339), "endedVerifications": .integer(Int64(done.endedVerifications)),
            "unknownMessages": .integer(Int64(done.unknownMessages)),
            "endedSessions": done.endedSessions.map { .integer(Int64($0)) },
            "endedOperatorSessions": .integer(Int64(done.endedOperatorSessions)),
            "validKeys": .array(keys.map { .string($0) }), "operators": .array(names),
        ]
        output.print(
            json: dryRun.isDry ? DryRunOptions.json(counts) : .members(counts),
            text: done.lines(isDry: dryRun.isDry, keys: keys, operators: operators.map { "\($0.person.name)" }))
    }

    /// The keys that are valid in this database, each with its app.
    private static func keys(_ store: StorePorts) async throws -> [String] {
        var keys: [String] = []
        for app in try await store.apps.apps().readable {
            for key in try await store.apps.keys(of: app.id) where key.revokedAt == nil {
                keys.append("\(app.id.name) \(key.shortName)")
            }
        }
        return keys
    }
}

extension Restoration {
    fileprivate func lines(isDry: Bool, keys: [String], operators: [String]) -> String {
        let sessions = endedSessions.map { "sessions of accounts ended: \($0)" } ?? "sessions of accounts: kept"
        let began = isDry ? "preview: nothing has been changed yet; this would be done:" : "restored at \(at.rfc3339)"
        let next = isDry ? [] : ["the queue of requests is paused; continue with: verifyd queues resume requests"]
        return
            ([
                began, "codes ended: \(endedVerifications)", "messages whose outcome is unknown: \(unknownMessages)",
                sessions,
                "sessions of operators ended: \(endedOperatorSessions)",
                "valid keys, including those revoked after the backup: \(keys.isEmpty ? "none" : keys.joined(separator: ", "))",
                "operators, including those removed after the backup: "
                    + (operators.isEmpty ? "none" : operators.joined(separator: ", ")),
            ] + next).joined(separator: "\n")
    }
}
