import ArgumentParser
import Assembly
import Bench
import VerificationCore

struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure this machine, this broker and this database.",
        subcommands: [Drain.self])

    struct Drain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drain",
            abstract: "Fill a queue, drain it with one worker, and check that everything ended as it has to.",
            discussion: """
                Uses queues and a schema of its own and removes them at the end; what is in production's queues and \
                tables is not touched. The rate counts from the first delivery to the last settlement.
                """)

        @Option(help: "How many requests.")
        var messages = 30_000
        @Option(
            help: "How far apart requests are that repeat the phone before them: 10 for each tenth request, 0 for none."
        )
        var reentrantEvery = 10
        @Flag(inversion: .prefixedNo, help: "Give each request a client's address of its own.")
        var addresses = true
        @Option(help: "Begin with partitions of so many days before today, as after so many days of service.")
        var days = 0
        @Option(help: "sandbox, or the URL of a webhook on this machine.")
        var gateway = "sandbox"
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...2_000_000).contains(messages), reentrantEvery >= 0, reentrantEvery != 1 else {
                throw ValidationError("--messages is 1 to 2000000, --reentrant-every 0 or at least 2")
            }
            guard (0...3_650).contains(days) else { throw ValidationError("--days is 0 to 3650") }
        }

        func run() async throws {
            let rig = try DrainRig(try await Settings(sources), gateway: gateway)
            let report = try await explaining("database") {
                try await rig.measure(
                    messages: messages, reentrantEvery: reentrantEvery, hasAddresses: addresses, days: days)
            }
            output.print(json: report.json, text: report.text)
            guard report.complaints.isEmpty else { throw ExitCode(1) }
        }
    }
}
