import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

struct QueuesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queues",
        abstract: "Look at the queues, pause and resume them; replay or purge what was put aside.",
        subcommands: [List.self, Pause.self, Resume.self, Replay.self, Purge.self])

    /// The only queue that may be changed; to drop messages of another queue would break the promise of a `202`.
    enum Target: String, ExpressibleByArgument, CaseIterable {
        case dead
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all queues: messages that are ready, consumers, and who paused what.",
            discussion: """
                "PAUSED … applied by 2 of 3" means that two of three living workers get nothing more from the queue. While \
                the database does not answer, STATE is not known: what the broker says is listed, and the exit status is 69.
                """)

        @Flag(help: "Count also why messages were put aside, for the oldest 1,000 of them.")
        var reasons = false
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try QueuePlace(try await Settings(sources))
            let reports = try await askBroker { () throws(BrokerProblem) in try await place.overview.reports() }
            let counts = try await countReasons(in: place.dead)
            // What the broker tells is worth showing while the database is away.
            let answer = try await askStore(sources, role: "verifyd-queues") { try await $0.overview.workforce() }
            let workforce = answer.value
            let lines = reports.map { QueueLine(report: $0, workforce: workforce) }
            let rows = lines.map(\.row) + counts.map { ["  " + $0.reason, String($0.count)] }
            output.print(
                json: .array(lines.map { $0.json(reasons: $0.report.role == .dead ? counts : []) }),
                text: table([["QUEUE", "READY", "CONSUMERS", "STATE"]] + rows))
            try answer.fail("which queues are paused is not known")
        }

        /// Empty without `--reasons`.
        private func countReasons(in dead: any DeadLetters) async throws -> [(reason: String, count: Int)] {
            guard reasons else { return [] }
            let counts = try await askBroker { () throws(BrokerProblem) in try await dead.reasons(among: 1_000) }
            return counts.map { (reason: $0.key.word, count: $0.value) }.sorted { $0.reason < $1.reason }
        }
    }
}
