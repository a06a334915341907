import AMQP
import ArgumentParser
import Assembly
import RequestQueue
import StrictJSON
import VerificationCore

/// The queues of an installation, and the messages that were put aside.
struct QueuesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queues", abstract: "Look at the queues; replay or purge the messages that were put aside.",
        subcommands: [List.self, Replay.self, Purge.self])

    /// The queue that may be changed; dropping another's messages would break the promise of a `202`.
    enum Target: String, ExpressibleByArgument, CaseIterable {
        case dead
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all queues, with the messages that are ready and the consumers.")

        @Flag(help: "Count also why messages were put aside, for the oldest 1,000 of them.")
        var reasons = false
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let place = try QueuePlace(try await Settings(sources))
            let inspector = QueueInspector(place.broker, topology: place.topology)
            let reports = try await explainingBroker { () throws(AMQPError) in try await inspector.reports() }
            await inspector.close()
            let counts = try await countReasons(in: place.dead)
            let rows = reports.map(\.row) + counts.map { ["  " + $0.reason, String($0.count)] }
            output.print(
                json: .array(reports.map { $0.json(reasons: $0.queue == place.topology.dead ? counts : []) }),
                text: table([["QUEUE", "READY", "CONSUMERS"]] + rows))
        }

        /// None unless they were asked for.
        private func countReasons(in dead: DeadQueue) async throws -> [(reason: String, count: Int)] {
            guard reasons else { return [] }
            let counts = try await explainingBroker { () throws(AMQPError) in try await dead.reasons() }
            return counts.sorted { $0.key < $1.key }.map { (reason: $0.key, count: $0.value) }
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
        @Option(help: "Replay only what was put aside for this reason: \(DeadQueue.reasons.joined(separator: ", ")).")
        var reason: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
            if let reason, !DeadQueue.reasons.contains(reason) {
                throw ValidationError("--reason must be one of \(DeadQueue.reasons.joined(separator: ", "))")
            }
        }

        func run() async throws {
            let place = try QueuePlace(try await Settings(sources))
            let replay = await place.dead.replay(limit: limit ?? .max, reason: reason)
            output.print(
                json: .members([
                    "replayed": .integer(Int64(replay.replayed)), "left": .integer(Int64(replay.left)),
                    "failure": replay.failure.map { .string($0.description) },
                ]),
                text: "\(replay.replayed) replayed, \(replay.left) left")
            try await explainingBroker { () throws(AMQPError) in if let failure = replay.failure { throw failure } }
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
            let dead = place.dead
            let count = try await explainingBroker { () throws(AMQPError) in try await dead.count() } ?? 0
            let purged =
                yes && count > 0 ? try await explainingBroker { () throws(AMQPError) in try await dead.purge() } : 0
            await dead.close()
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

/// Where the queues are and what they are called.
private struct QueuePlace {
    let broker: AMQPConfiguration
    let topology: QueueTopology

    init(_ settings: Settings) throws {
        broker = try settings.broker(role: "verifyd-queues")
        topology = try settings.topology()
    }

    var dead: DeadQueue { DeadQueue(broker, topology: topology) }
}

/// Turns a problem of the broker into words and an exit code.
private func explainingBroker<Value>(_ body: () async throws(AMQPError) -> Value) async throws -> Value {
    do {
        return try await body()
    } catch {
        throw SettingsProblem("the broker does not do it (\(error)); `verifyd doctor` tells more")
    }
}

extension QueueInspector.Report {
    fileprivate func json(reasons: [(reason: String, count: Int)]) -> JSONValue {
        let members = reasons.map { JSONObject.Member(key: $0.reason, value: .integer(Int64($0.count))) }
        return .members([
            "name": .string(queue), "exists": .bool(status != nil),
            "messages": status.map { .integer(Int64($0.messages)) },
            "consumers": status.map { .integer(Int64($0.consumers)) }, "mismatch": mismatch.map { .string($0) },
            "reasons": members.isEmpty ? nil : .object(JSONObject(members)),
        ])
    }

    fileprivate var row: [String] {
        guard let status else { return [queue, "-", "-  not declared yet: start a worker"] }
        let note = mismatch == nil ? "" : "  has other settings: see `verifyd doctor`"
        return [queue, String(status.messages), String(status.consumers) + note]
    }
}
