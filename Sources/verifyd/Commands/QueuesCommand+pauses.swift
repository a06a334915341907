import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

// In the same package as `WorkQueue`; its cases are the words that an operator types.
extension WorkQueue: ExpressibleByArgument {}

extension QueuesCommand {
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Pause a queue: all workers take nothing more from it within 2 seconds.",
            discussion: """
                Workers finish what they have in hand, and the API goes on accepting: messages wait in the queue. A caller \
                who waits for a worker's answer waits as long as it asked for. A request whose deadline passes meanwhile \
                ends as expired. The queue stays paused until `verifyd queues resume`, also over a restart. When it is \
                paused already, the first pause stands.
                """)

        @Argument(help: "requests, receipts or events.")
        var queue: WorkQueue
        @Option(help: "Why, in a line of at most 200 characters: other operators read it.")
        var reason: String
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            let isBlank = !reason.contains { !$0.isWhitespace }
            guard !isBlank, reason.count <= 200, !reason.contains(where: \.isNewline) else {
                throw ValidationError("--reason must be one line of at most 200 characters, and not empty")
            }
        }

        func run() async throws {
            let (stands, workforce) = try await withStore(sources, role: "verifyd-queues") { store in
                let stands = try await store.pauses.pause(queue, by: Machine.user, because: reason)
                if stands.isNew {
                    try await store.audit.note(entry(.pauseQueue, of: queue, because: reason))
                }
                return (stands, try await store.overview.workforce())
            }
            let pause = stands.pause
            output.print(
                json: .members([
                    "queue": .string(queue.rawValue), "isNew": .bool(stands.isNew),
                    "pause": pause.json(of: queue, in: workforce),
                ]),
                text: stands.isNew
                    ? "\(queue) is paused; all workers (now \(workforce.living.count)) follow within 2 s"
                    : "\(queue) was paused before, by \(pause.who) since \(pause.since.rfc3339): \(pause.reason)"
                        .printable)
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "End a queue's pause: all workers take from it within 2 seconds.",
            discussion: "For a queue that is not paused it does nothing, and ends with 0 as well.")

        @Argument(help: "requests, receipts or events.")
        var queue: WorkQueue
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (ended, workforce) = try await withStore(sources, role: "verifyd-queues") { store in
                let ended = try await store.pauses.resume(queue)
                if ended != nil { try await store.audit.note(entry(.resumeQueue, of: queue)) }
                return (ended, try await store.overview.workforce())
            }
            output.print(
                json: .members([
                    "queue": .string(queue.rawValue), "wasPaused": .bool(ended != nil),
                    "workers": .integer(Int64(workforce.living.count)),
                ]),
                text: ended == nil
                    ? "\(queue) is not paused"
                    : "\(queue) is resumed; all workers (now \(workforce.living.count)) follow within 2 s")
        }
    }
}

/// A line of the audit about a change that this command has made; who changes nothing leaves no line.
private func entry(_ deed: OperatorDeed, of queue: WorkQueue, because reason: String = "") -> AuditEntry {
    AuditEntry(actor: Machine.user, deed: deed, subject: "queue \(queue)", reason: reason, result: .done)
}
