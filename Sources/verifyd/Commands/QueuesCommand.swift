import ArgumentParser
import Assembly
import RequestQueue
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
                the database does not answer, it is not known which queues are paused.
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
            let workforce = try? await withStore(sources, role: "verifyd-queues") { try await $0.overview.workforce() }
            let lines = reports.map { QueueLine(report: $0, workforce: workforce) }
            let rows = lines.map(\.row) + counts.map { ["  " + $0.reason, String($0.count)] }
            output.print(
                json: .array(lines.map { $0.json(reasons: $0.report.role == .dead ? counts : []) }),
                text: table([["QUEUE", "READY", "CONSUMERS", "STATE"]] + rows)
                    + (workforce == nil ? "\nthe database does not answer: which queues are paused is not known" : ""))
        }

        /// Empty without `--reasons`.
        private func countReasons(in dead: any DeadLetters) async throws -> [(reason: String, count: Int)] {
            guard reasons else { return [] }
            let counts = try await askBroker { () throws(BrokerProblem) in try await dead.reasons(among: 1_000) }
            return counts.map { (reason: $0.key.word, count: $0.value) }.sorted { $0.reason < $1.reason }
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Give messages that were put aside to the workers once more.",
            discussion: """
                The oldest first, each once, and none of those that are put aside meanwhile. A request past its deadline \
                ends as expired, and nothing is sent; one that has ended, as out of tries, stays as it ended. May be \
                interrupted and started again: nothing is lost.
                """)

        @Argument(help: "dead: only that queue can be replayed.")
        var queue: Target = .dead
        @Option(help: "The most messages to replay; without it, all.")
        var limit: Int?
        @Option(help: "Replay only what was put aside for this reason: \(knownReasons).")
        var reason: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
            if let reason, DeathReason(word: reason) == nil {
                throw ValidationError("--reason must be one of \(knownReasons)")
            }
        }

        func run() async throws {
            let place = try QueuePlace(try await Settings(sources))
            let replay = await place.dead.replay(limit: limit ?? .max, reason: reason.flatMap(DeathReason.init))
            output.print(
                json: .members([
                    "replayed": .integer(Int64(replay.replayed)), "left": .integer(Int64(replay.left)),
                    "failure": replay.problem.map { .string($0.description) },
                ]),
                text: "\(replay.replayed) replayed, \(replay.left) left")
            try await askBroker { () throws(BrokerProblem) in if let problem = replay.problem { throw problem } }
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "purge", abstract: "Drop all messages that were put aside, for good.")

        @Argument(help: "dead: only that queue can be purged.")
        var queue: Target
        @Flag(help: "Do it; without this, only say how many messages there are.")
        var yes = false
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try QueuePlace(try await Settings(sources))
            let count = try await askBroker { () throws(BrokerProblem) in try await place.dead.count() }
            let purged =
                yes && count > 0 ? try await askBroker { () throws(BrokerProblem) in try await place.dead.purge() } : 0
            let left = max(0, count - purged)
            output.print(
                json: .members(["purged": .integer(Int64(purged)), "left": .integer(Int64(left))]),
                text: yes ? "\(counted(purged)) purged" : words(count, in: place.topology.dead))
        }
    }
}

private func words(_ count: Int, in queue: String) -> String {
    switch count {
    case 0: "\(queue) holds no messages"
    case 1: "\(queue) holds 1 message; purge it with --yes"
    default: "\(queue) holds \(counted(count)); purge them with --yes"
    }
}

private func counted(_ messages: Int) -> String { messages == 1 ? "1 message" : "\(messages) messages" }

/// An installation's queues and their names.
private struct QueuePlace {
    let topology: QueueTopology
    let overview: any QueueOverview
    let dead: any DeadLetters

    init(_ settings: Settings) throws {
        let broker = try settings.broker(role: "verifyd-queues")
        topology = try settings.topology()
        overview = QueueInspector(broker, topology: topology)
        dead = DeadQueue(broker, topology: topology)
    }
}

private let knownReasons = DeathReason.told.map(\.word).joined(separator: ", ")

/// Turns a problem of the broker into a `SettingsProblem`: words for the operator, and exit code 1.
private func askBroker<Value>(_ body: () async throws(BrokerProblem) -> Value) async throws -> Value {
    do {
        return try await body()
    } catch {
        let deed =
            switch error.kind {
            case .unavailable: "does not answer"
            case .refused: "refuses"
            }
        throw SettingsProblem("the broker \(deed) (\(error)); `verifyd doctor` tells more")
    }
}
