import ArgumentParser
import Assembly
import Queue
import StrictJSON
import VerificationCore

struct QueuesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queues",
        abstract: "Look at the queues, pause and resume them; replay or purge dead letters.",
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

        @Flag(help: "Count also the kinds and the reasons of the oldest 1,000 dead letters.")
        var reasons = false
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try QueuePlace(try await Settings(sources))
            let reports = try await askBroker { () throws(BrokerError) in try await place.overview.reports() }
            let survey = try await survey(of: place.dead)
            // The broker's answer is worth showing while the database is away.
            let answer = try await askStore(sources, role: "verifyd-queues") { try await $0.workers.workforce() }
            let workforce = answer.value
            let lines = reports.map { QueueLine(report: $0, workforce: workforce) }
            let counts = (survey?.kindCounts ?? []) + (survey?.reasonCounts ?? [])
            let rows = lines.map(\.row) + counts.map { ["  " + $0.word, String($0.count)] }
            output.print(
                json: .array(lines.map { $0.json($0.report.role == .dead ? survey : nil) }),
                text: table([["QUEUE", "READY", "CONSUMERS", "STATE"]] + rows))
            try answer.fail("which queues are paused is not known")
        }

        /// Nil without `--reasons`.
        private func survey(of dead: any DeadLetters) async throws -> DeadLetterSurvey? {
            guard reasons else { return nil }
            return try await askBroker { () throws(BrokerError) in try await dead.survey(of: 1_000) }
        }
    }
}

extension DeadLetterSurvey {
    /// How many of the messages belong to each queue, or to `none`.
    var kindCounts: [(word: String, count: Int)] {
        kinds.map { (word: $0.key?.rawValue ?? "none", count: $0.value) }.sorted { $0.word < $1.word }
    }

    /// How many dead letters there are for each reason.
    var reasonCounts: [(word: String, count: Int)] {
        reasons.map { (word: $0.key.word, count: $0.value) }.sorted { $0.word < $1.word }
    }
}

/// An installation's queues and their names.
struct QueuePlace {
    let topology: QueueTopology
    let overview: QueueInspector
    let dead: any DeadLetters

    init(_ settings: Settings) throws {
        let broker = try settings.broker(role: "verifyd-queues")
        topology = try settings.topology()
        overview = QueueInspector(broker, topology: topology)
        dead = DeadLetterQueue(broker, topology: topology)
    }
}
