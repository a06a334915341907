import ArgumentParser
import Assembly
import Bench

extension BenchCommand {
    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept",
            abstract: "Count how many verifications the API starts per second, against answers to /livez.",
            discussion: """
                Runs `verifyd api` as a process of its own, and calls the two in turn over the same number of connections, \
                each of which calls again when it has been answered. No worker runs. The load is this process and takes \
                its share of the machine; the ratio of processor times does not depend on it.
                """)

        @Option(help: "How many connections call side by side.")
        var connections = 64
        @Option(help: "How many seconds each of the two is called in each round.")
        var seconds = 5
        @Option(help: "How many rounds; the medians count.")
        var rounds = 3
        @Flag(inversion: .prefixedNo, help: "Give each request a client's address of its own.")
        var addresses = false
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...1_000).contains(connections), (1...60).contains(seconds), (1...100).contains(rounds) else {
                throw ValidationError("--connections is 1 to 1000, --seconds 1 to 60, --rounds 1 to 100")
            }
        }

        func run() async throws {
            let plan = AcceptPlan(
                connections: connections, time: .seconds(seconds), rounds: rounds, hasAddresses: addresses)
            let settings = try await Settings(sources)
            let report = try await explaining("database") { try await AcceptRig(settings, plan).measure() }
            output.print(json: report.json, text: report.text)
            guard report.complaints.isEmpty else { throw ExitStatus.bad.code }
        }
    }
}
