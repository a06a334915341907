import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

struct WorkersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workers", abstract: "Look at the workers, and at what they say of themselves.",
        subcommands: [List.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the workers: where they run, what they do, what they have in flight.",
            discussion: """
                STATE is consuming, paused (an operator has paused the queue of requests), held-up (by the database), \
                stopping, or silent: nothing was heard for 5 seconds or more. A silent worker is listed for an hour, a \
                worker that shut down cleanly is not.
                """)

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let workforce = try await withStore(sources, role: "verifyd-workers") { try await $0.workers.workforce() }
            let lines = workforce.workers.map { WorkerLine(report: $0, now: workforce.now) }
            output.print(
                json: .array(lines.map(\.json)),
                text: lines.isEmpty ? "no workers" : table([WorkerLine.heads] + lines.map(\.row)))
        }
    }
}
