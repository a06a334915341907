import StrictJSON
import Testing

/// All commands of the program, as its parser describes them.
struct HelpDump {
    struct Command {
        /// All words, for example `queues replay`.
        let name: String
        /// Without the dashes.
        let options: Set<String>
    }

    /// Commands that do something by themselves, not those that only group others.
    let commands: [Command]

    static func read() async throws -> HelpDump {
        let output = try await ChildProcess.run(
            try ChildProcess.executable(), ["--experimental-dump-help"], environment: [:])
        // It tells every option of every command, and grows with them.
        let limits = JSONLimits(depth: 32, elementsPerContainer: 5_000, elements: 100_000)
        let root = try #require(try JSONValue(parsing: output, limits: limits)["command"])
        return HelpDump(commands: leaves(of: root, under: []))
    }

    private static func leaves(of command: JSONValue, under names: [String]) -> [Command] {
        let inner = (command["subcommands"]?.array ?? []).filter { $0["commandName"] != "help" }
        let found = inner.flatMap { leaves(of: $0, under: names + [$0["commandName"]?.string ?? ""]) }
        return found.isEmpty ? [Command(name: names.joined(separator: " "), options: options(of: command))] : found
    }

    private static func options(of command: JSONValue) -> Set<String> {
        let names = (command["arguments"]?.array ?? []).flatMap { $0["names"]?.array ?? [] }
        return Set(names.compactMap { $0["name"]?.string })
    }
}
