import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

// In the same package as `WorkQueue`; its cases are the names that an operator types.
extension WorkQueue: ExpressibleByArgument {}

extension QueuesCommand {
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Pause a queue: returns when no worker takes more from it.",
            discussion: """
                Workers finish what they have in flight, and the API continues to accept: messages wait in the queue. A caller \
                who waits for a worker's answer waits as long as it asked for. A request whose deadline passes meanwhile \
                ends as expired. The queue stays paused until `verifyd queues resume`, also over a restart. With `--for` it \
                is resumed by itself, by the database's clock. When it is paused already, the first pause stands with its end.
                """)

        @Argument(help: "requests, receipts or events.")
        var queue: WorkQueue
        @Option(
            name: .customLong("for"),
            help: "After this time the queue is resumed by itself, such as 15m or 4h; 7 days at most.")
        var duration: PauseDuration?
        @OptionGroup var why: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws { try why.demand(unless: trial) }

        func run() async throws {
            if trial.isDry { return try await plan() }
            let reason = why.words
            let (stands, workforce) = try await withStore(sources, role: "verifyd-queues") { store in
                let stands = try await acting { person throws(OperatorError) in
                    try await store.queues.pause(queue, lasting: duration?.duration, because: reason, by: person)
                }
                return (stands, try await store.workers.workforce())
            }
            let pause = stands.pause
            output.print(
                json: .members([
                    "queue": .string(queue.rawValue), "isNew": .bool(stands.isNew),
                    "pause": pause.json(of: queue, in: workforce),
                ]),
                text: stands.isNew
                    ? "\(queue) is paused at all workers (now \(workforce.living.count))\(pause.end)"
                    : "\(queue) was paused before, \(pause.words)")
        }

        private func plan() async throws {
            let plan = try await withStore(sources, role: "verifyd-queues") { store in
                try await acting { person throws(OperatorError) in
                    try await store.queues.preview(.pauseQueue, of: queue, for: person)
                }
            }
            let standing = plan.pause
            output.print(
                json: DryRunOptions.json([
                    "queue": .string(queue.rawValue), "isNew": .bool(standing == nil),
                    "workers": .integer(Int64(plan.workers)),
                    "seconds": duration.map { .integer($0.duration.components.seconds) },
                    "pause": standing?.json(of: queue, in: plan.workforce),
                ]),
                text: standing.map { "\(queue) is paused already, \($0.words)" }
                    ?? "would pause \(queue): all workers (now \(plan.workers)) would take nothing from it"
                    + (duration.map { " for \($0.duration.words)" } ?? ""))
        }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "End a queue's pause: returns when all workers take from it.",
            discussion: "For a queue that is not paused it does nothing, and ends with 0 as well.")

        @Argument(help: "requests, receipts or events.")
        var queue: WorkQueue
        @OptionGroup var why: ReasonOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (wasPaused, workforce) = try await withStore(sources, role: "verifyd-queues") { store in
                let wasPaused = try await acting { person throws(OperatorError) in
                    try await store.queues.resume(queue, because: why.words, by: person)
                }
                return (wasPaused, try await store.workers.workforce())
            }
            output.print(
                json: .members([
                    "queue": .string(queue.rawValue), "wasPaused": .bool(wasPaused),
                    "workers": .integer(Int64(workforce.living.count)),
                ]),
                text: wasPaused
                    ? "\(queue) is resumed at all workers (now \(workforce.living.count))"
                    : "\(queue) is not paused")
        }
    }
}

extension QueuePause {
    fileprivate var words: String { "by \(who) since \(since.rfc3339)\(end): \(reason)".printable }

    /// When it ends by itself; empty when it does not.
    fileprivate var end: String { until.map { ", until \($0.rfc3339)" } ?? "" }
}
