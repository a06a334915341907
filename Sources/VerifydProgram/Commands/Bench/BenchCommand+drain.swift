import ArgumentParser
import Assembly
import Bench

extension BenchCommand {
    struct Drain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drain",
            abstract: "Fill a queue, drain it with workers, and check that everything ended as it has to.",
            discussion: """
                Each worker is a process of its own, as in an installation. The rate counts from the first delivery to the \
                last settlement; processor time and memory are the workers'.
                """)

        @Option(help: "How many requests.")
        var messages = 30_000
        @Option(
            help: "How far apart requests are that repeat the phone before them: 10 for each tenth request, 0 for none."
        )
        var reentrantEvery = 10
        @Flag(inversion: .prefixedNo, help: "Give each request a client's address of its own.")
        var addresses = true
        @OptionGroup var past: HistoryOptions
        @Option(help: "How many workers share the queue.")
        var workers = 1
        @Option(help: "sandbox, webhook for one whose receiver this command brings, or the URL of a webhook here.")
        var gateway = "sandbox"
        @Flag(help: "In turn, also without addresses, days and sessions and with one worker; prints the ratio.")
        var againstPlain = false
        @Option(help: "How often to measure; the medians count.")
        var rounds: Int?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...2_000_000).contains(messages), reentrantEvery >= 0, reentrantEvery != 1 else {
                throw ValidationError("--messages is 1 to 2000000, --reentrant-every 0 or at least 2")
            }
            guard (1...64).contains(workers) else { throw ValidationError("--workers is 1 to 64") }
            guard (rounds.map((1...100).contains) ?? true) else { throw ValidationError("--rounds is 1 to 100") }
        }

        func run() async throws {
            let settings = try await Settings(sources)
            var (reports, plain): ([DrainReport], [DrainReport]) = ([], [])
            for _ in 0..<(rounds ?? (againstPlain ? 3 : 1)) {
                reports.append(try await measure(plan, with: settings))
                if againstPlain { plain.append(try await measure(plan.plain, with: settings)) }
            }
            let comparison = DrainComparison(reports: reports, plain: plain)
            output.print(json: comparison.json, text: comparison.text)
            guard (reports + plain).allSatisfy(\.complaints.isEmpty) else { throw ExitStatus.bad.code }
        }

        private var plan: DrainPlan {
            let target: DrainPlan.Gateway =
                switch gateway {
                case "sandbox": .sandbox
                case "webhook": .webhook
                default: .url(gateway)
                }
            return DrainPlan(
                requests: messages, reentrantEvery: reentrantEvery, hasAddresses: addresses, gateway: target,
                workers: workers, history: past.history)
        }

        private func measure(_ plan: DrainPlan, with settings: Settings) async throws -> DrainReport {
            try await explaining("database") {
                try await untilInterrupted { try await DrainRig(settings, plan: plan).measure() }
            }
        }
    }

    /// What `drain` starts for each of its workers.
    struct DrainWorkerCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "drain-worker", shouldDisplay: false)

        @Option var phones: Int
        @Option var url: String?
        @OptionGroup var sources: SettingsOptions

        func run() async throws {
            try await DrainWorker(try await Settings(sources), url: url, phones: phones).run()
        }
    }
}
