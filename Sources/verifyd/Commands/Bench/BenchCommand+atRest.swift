import ArgumentParser
import Assembly
import Bench

extension BenchCommand {
    struct AtRest: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "at-rest",
            abstract: "Time requests that come one by one, from the moment they are due to the gateway's call.",
            discussion: """
                Runs `verifyd serve` as a process of its own, and counts its processor time and context switches for each \
                request, and those of PostgreSQL's processes that serve it. The load is this process, and so is the \
                webhook's receiver; what they cost is told apart.
                """)

        @Option(help: "Requests per second, at set times, however long earlier requests take.")
        var rate = 200
        @Option(help: "How many requests; those of a first second come before and are not counted.")
        var requests = 4_000
        @Option(help: "webhook, whose receiver this command brings, or the sandbox inside `serve`.")
        var gateway = AtRestPlan.Gateway.webhook
        @Flag(inversion: .prefixedNo, help: "Give each request a client's address of its own.")
        var addresses = true
        @Flag(help: "Before the first request, count for ten seconds the switches of a `serve` with nothing to do.")
        var idle = false
        @OptionGroup var past: HistoryOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (1...10_000).contains(rate), (1...1_000_000).contains(requests) else {
                throw ValidationError("--rate is 1 to 10000, --requests 1 to 1000000")
            }
        }

        func run() async throws {
            let plan = AtRestPlan(
                rate: rate, requests: requests, gateway: gateway, hasAddresses: addresses,
                idle: idle ? .seconds(10) : .zero, history: past.history)
            let settings = try await Settings(sources)
            let report = try await explaining("database") { try await AtRestRig(settings, plan).measure() }
            output.print(json: report.json, text: report.text)
            guard report.complaints.isEmpty else { throw ExitStatus.bad.code }
        }
    }
}

extension AtRestPlan.Gateway: ExpressibleByArgument {}
