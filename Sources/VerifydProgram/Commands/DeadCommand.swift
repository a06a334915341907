import ArgumentParser
import Operations
import StrictJSON
import VerificationCore

/// Dead letters one by one; `verifyd queues replay` and `queues purge` are about many.
struct DeadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead", abstract: "Look at dead letters one by one, and replay a single one.",
        subcommands: [List.self, Show.self, Replay.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the oldest dead letters.",
            discussion: """
                While the command looks, no other process sees these letters; afterwards they are back in their order. Phone \
                numbers are masked. ID is the message's id, or a digest of its body where the message has no UUID as its id.
                """)

        @Option(help: "How many dead letters at most, up to 1,000.")
        var limit = DeadLetterService.mostShown
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            try PageOptions.check(limit)
        }

        func run() async throws {
            try await deadLetters(sources) { service in
                let look = try await acting { person throws(OperatorError) in
                    try await service.letters(limit: limit, for: person)
                }
                output.print(
                    json: .members([
                        "present": .integer(Int64(look.present)), "isCutShort": .bool(look.isCutShort),
                        "letters": .array(look.letters.map(\.json)),
                    ]), text: look.text)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a dead letter, among the oldest 1,000.")

        @Argument(help: "The dead letter's ID, as `verifyd dead list` prints it.")
        var id: String
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await deadLetters(sources) { service in
                let letter = try await acting { person throws(OperatorError) in
                    try await service.letter(named: id, for: person)
                }
                output.print(json: letter.json, text: table(letter.lines))
            }
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Give a dead letter to the workers once more.",
            discussion: """
                It goes to the queue of its kind. A request past its deadline ends as expired, and nothing is sent. Of two \
                letters with the same ID, the older one is replayed.
                """)

        @Argument(help: "The dead letter's ID, as `verifyd dead list` prints it.")
        var id: String
        @OptionGroup var why: ReasonOptions
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await deadLetters(sources) { service in
                if trial.isDry { return try await plan(service) }
                try await acting { person throws(OperatorError) in
                    try await service.replay(named: id, because: why.words, by: person)
                }
                output.print(json: .members(["replayed": 1]), text: "1 replayed")
            }
        }

        private func plan(_ service: DeadLetterService) async throws {
            let (letter, isExpired) = try await acting { person throws(OperatorError) in
                try await service.previewReplay(named: id, for: person)
            }
            let queue = letter.kind?.rawValue ?? "-"
            output.print(
                json: DryRunOptions.json([
                    "wouldReplay": letter.isReplayable ? 1 : 0, "expired": isExpired ? 1 : 0, "letter": letter.json,
                ]),
                text: letter.isReplayable
                    ? "would replay 1 message to \(queue)" + (isExpired ? "; it is past its deadline" : "")
                    : "would replay nothing: the end of the message was not kept, or it belongs to no queue")
        }
    }
}
