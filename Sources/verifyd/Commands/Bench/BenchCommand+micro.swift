import ArgumentParser
import Bench

extension BenchCommand {
    struct Micro: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "micro",
            abstract: "Time the parts of a request's path that wait for nothing, and count what they allocate.",
            discussion: """
                Needs neither broker nor database. What a part may allocate is written in the program; more is an error. \
                Times only compare within a sitting.
                """)

        @Option(help: "How many rounds; the medians count.")
        var rounds = 5
        @Option(help: "How many milliseconds each part runs in each round.")
        var milliseconds = 50
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...100).contains(rounds), (1...10_000).contains(milliseconds) else {
                throw ValidationError("--rounds is 1 to 100, --milliseconds 1 to 10000")
            }
        }

        func run() async throws {
            let report = MicroRig.measure(
                try MicroParts().all, rounds: rounds, time: .milliseconds(milliseconds))
            output.print(json: report.json, text: report.text)
            guard report.complaints.isEmpty else { throw ExitStatus.bad.code }
        }
    }
}
