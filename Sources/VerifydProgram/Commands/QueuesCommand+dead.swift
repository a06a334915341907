import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

extension QueuesCommand {
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Give dead letters to the workers once more.",
            discussion: """
                The oldest first, each once, to the queue of its kind: a receipt goes to the receipts, a request to the \
                requests. Messages that are dead-lettered meanwhile stay, and so does what belongs to no queue. A request past its deadline \
                ends as expired, and nothing is sent; a request that has ended, as out of tries, stays as it ended. May be \
                interrupted and started again: nothing is lost. A dry run looks at the oldest 1,000 messages.
                """)

        @Argument(help: "dead: only that queue can be replayed.")
        var queue: Target = .dead
        @Option(help: "The most messages to replay; without it, all.")
        var limit: Int?
        @Option(
            help: "Replay only dead letters with this reason: \(knownReasons).",
            completion: .list(DeathReason.told.map(\.word)))
        var only: String?
        @OptionGroup var why: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
            if let only, DeathReason(word: only) == nil {
                throw ValidationError("--only must be one of \(knownReasons)")
            }
            // `--reason` chose the messages before; a script of that time would replay all of them.
            if only == nil, let word = why.reason, DeathReason(word: word) != nil {
                throw ValidationError("--reason says why you replay; say --only \(word) to choose the messages")
            }
        }

        func run() async throws {
            try await deadLetters(sources) { service in
                if trial.isDry { return try await plan(service) }
                let replay = try await acting { person throws(OperatorError) in
                    try await service.replay(reason, limit: limit ?? .max, because: why.words, by: person)
                }
                output.print(
                    json: .members([
                        "replayed": .integer(Int64(replay.replayed)), "left": .integer(Int64(replay.left)),
                        "failure": replay.problem.map { .string($0.description) },
                    ]),
                    text: "\(replay.replayed) replayed, \(replay.left) left")
                if let problem = replay.problem { throw ServiceError(problem) }
            }
        }

        private var reason: DeathReason? { only.flatMap(DeathReason.init) }

        private func plan(_ service: DeadLetterService) async throws {
            let plan = try await acting { person throws(OperatorError) in
                try await service.previewReplay(of: reason, limit: limit ?? .max, for: person)
            }
            let survey = plan.survey
            output.print(
                json: DryRunOptions.json([
                    "present": .integer(Int64(survey.present)), "lookedAt": .integer(Int64(survey.found.count)),
                    "wouldReplay": .integer(Int64(plan.moved)), "expired": .integer(Int64(plan.expired)),
                ]),
                text:
                    "would replay \(counted(plan.moved)) of \(survey.present); \(plan.expired) are past their deadline, "
                    + "and nothing is sent for them"
                    + (survey.found.count < survey.present
                        ? "\n(only the oldest \(survey.found.count) were examined)" : ""))
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "purge", abstract: "Drop all dead letters, for good.")

        @Argument(help: "dead: only that queue can be purged.")
        var queue: Target
        @Flag(help: "Do it; without this or --dry-run nothing is done, and the exit status is 64.")
        var yes = false
        @OptionGroup var why: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard !yes || !trial.isDry else { throw ValidationError("say --yes or --dry-run, not both") }
            guard yes || trial.isDry else {
                throw ValidationError(
                    "nothing was dropped: --yes drops all messages for good, --dry-run says how many there are")
            }
        }

        func run() async throws {
            try await deadLetters(sources) { service in
                if trial.isDry {
                    return tell(
                        try await acting { person throws(OperatorError) in
                            try await service.previewPurge(for: person)
                        }.present)
                }
                let (dropped, left) = try await acting { person throws(OperatorError) in
                    try await service.purge(because: why.words, by: person)
                }
                output.print(
                    json: .members(["purged": .integer(Int64(dropped)), "left": .integer(Int64(left))]),
                    text: "\(counted(dropped)) purged")
            }
        }

        private func tell(_ count: Int) {
            output.print(
                json: DryRunOptions.json([
                    "wouldPurge": .integer(Int64(count)), "purged": 0, "left": .integer(Int64(count)),
                ]),
                text: "would drop \(counted(count)) for good")
        }
    }
}

/// Opens the dead-letter queue: the command asks the broker first, and writes the audit to the database last.
func deadLetters(
    _ sources: SettingsOptions, _ body: (DeadLetterService) async throws -> Void
) async throws {
    let place = try QueuePlace(try await Settings(sources))
    try await withLateAudit(sources) { permits in
        try await body(DeadLetterService(dead: place.dead, permits: permits, now: Machine.now))
    }
}

private func counted(_ messages: Int) -> String { messages == 1 ? "1 message" : "\(messages) messages" }

private let knownReasons = DeathReason.told.map(\.word).joined(separator: ", ")
