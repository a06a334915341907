import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

// In the same package as `WorkQueue`; its cases are the words that an operator types.
extension WorkQueue: ExpressibleByArgument {}

extension QueuesCommand {
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Pause a queue: returns when no worker takes more from it.",
            discussion: """
                Workers finish what they have in hand, and the API goes on accepting: messages wait in the queue. A caller \
                who waits for a worker's answer waits as long as it asked for. A request whose deadline passes meanwhile \
                ends as expired. The queue stays paused until `verifyd queues resume`, also over a restart. When it is \
                paused already, the first pause stands.
                """)

        @Argument(help: "requests, receipts or events.")
        var queue: WorkQueue
        @OptionGroup var why: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws { try why.demand(unless: trial) }

        func run() async throws {
            if trial.isDry { return try await plan() }
            let reason = why.words
            let (stands, workforce) = try await withStore(sources, role: "verifyd-queues") { store in
                let stands = try await store.workers.pause(queue, by: Machine.user, because: reason)
                if stands.isNew { await store.note(.pauseQueue, on: "queue \(queue)", because: reason) }
                return (stands, try await store.workers.workforce())
            }
            let pause = stands.pause
            output.print(
                json: .members([
                    "queue": .string(queue.rawValue), "isNew": .bool(stands.isNew),
                    "pause": pause.json(of: queue, in: workforce),
                ]),
                text: stands.isNew
                    ? "\(queue) is paused at all workers (now \(workforce.living.count))"
                    : "\(queue) was paused before, \(pause.words)")
        }

        private func plan() async throws {
            let workforce = try await withStore(sources, role: "verifyd-queues") { try await $0.workers.workforce() }
            let standing = workforce.pauses[queue]
            output.print(
                json: DryRunOptions.json([
                    "queue": .string(queue.rawValue), "isNew": .bool(standing == nil),
                    "workers": .integer(Int64(workforce.living.count)),
                    "pause": standing?.json(of: queue, in: workforce),
                ]),
                text: standing.map { "\(queue) is paused already, \($0.words)" }
                    ?? "would pause \(queue): all workers (now \(workforce.living.count)) would take nothing from it")
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
            let (ended, workforce) = try await withStore(sources, role: "verifyd-queues") { store in
                let ended = try await store.workers.resume(queue)
                if ended != nil { await store.note(.resumeQueue, on: "queue \(queue)", because: why.words) }
                return (ended, try await store.workers.workforce())
            }
            output.print(
                json: .members([
                    "queue": .string(queue.rawValue), "wasPaused": .bool(ended != nil),
                    "workers": .integer(Int64(workforce.living.count)),
                ]),
                text: ended == nil
                    ? "\(queue) is not paused"
                    : "\(queue) is resumed at all workers (now \(workforce.living.count))")
        }
    }
}

extension QueuePause {
    fileprivate var words: String { "by \(who) since \(since.rfc3339): \(reason)".printable }
}
