import ArgumentParser
import Assembly
import Bench
import Foundation

/// Measures an installation of its own on this machine, or loads one that runs already.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure this machine, this broker and this database.",
        discussion: """
            Each measurement uses queues and a schema of its own and removes them at the end; what is in production's \
            queues and tables is not touched. A machine is noisy: compare in one sitting, as ratios of medians. journey, \
            check, spike and soak can load an installation that runs already, on this machine or on a host in bench.hosts.
            """,
        subcommands: [
            AtRest.self, Accept.self, Drain.self, Micro.self, Journey.self, Check.self, Spike.self, Soak.self,
            Receiver.self, DrainWorkerCommand.self,
        ])
}

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
            let report = try await explaining("database") {
                try await untilInterrupted { try await AcceptRig(settings, plan: plan).measure() }
            }
            output.print(json: report.json, text: report.text)
            guard report.complaints.isEmpty else { throw ExitStatus.bad.code }
        }
    }
}

extension BenchCommand {
    struct AtRest: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "at-rest",
            abstract: "Time requests that come one by one, from the moment they are due to the gateway's call.",
            discussion: """
                Runs `verifyd serve` as a process of its own, and counts its processor time and context switches for each \
                request, and those of PostgreSQL's processes that serve it. The load is this process, and so is the \
                webhook's receiver; what they cost is reported separately.
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
            let report = try await explaining("database") {
                try await untilInterrupted { try await AtRestRig(settings, plan: plan).measure() }
            }
            output.print(json: report.json, text: report.text)
            guard report.complaints.isEmpty else { throw ExitStatus.bad.code }
        }
    }
}

extension AtRestPlan.Gateway: ExpressibleByArgument {}

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

extension BenchCommand {
    struct Receiver: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "receiver",
            abstract: "Receive webhooks on this machine, and answer each at once.",
            discussion: """
                Prints its URL and runs until it is ended. `bench drain --gateway webhook` starts one for itself; other \
                programs can be measured against the same.
                """)

        @Option(help: "Its port; 0 takes a free one.")
        var port = 0

        func validate() throws {
            guard (0...65_535).contains(port) else { throw ValidationError("a port is 0 to 65535") }
        }

        func run() async throws {
            let receiver = try await WebhookReceiver.listen(port: port)
            FileHandle.standardOutput.write(Data((receiver.url + "\n").utf8))
            await receiver.run()
        }
    }
}

/// What the installation of a measurement holds already.
struct HistoryOptions: ParsableArguments {
    @Option(help: "Begin with partitions of so many days before today, as after so many days of service.")
    var days = 0
    @Option(help: "Begin with so many sessions of other people, spread over these days.")
    var sessions = 0

    func validate() throws {
        guard (0...3_650).contains(days) else { throw ValidationError("--days is 0 to 3650") }
        guard (0...50_000_000).contains(sessions), sessions == 0 || days > 0 else {
            throw ValidationError("--sessions is 0 to 50000000, and needs --days")
        }
    }

    var history: History { History(days: days, sessions: sessions) }
}

extension Double {
    /// With so many digits after the point, as people read figures of a measurement.
    func figure(_ digits: Int = 1) -> String { String(format: "%.\(digits)f", self) }
}
