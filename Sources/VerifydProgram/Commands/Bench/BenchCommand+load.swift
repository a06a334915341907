import ArgumentParser
import Bench

extension BenchCommand {
    struct Journey: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "journey",
            abstract: "Load with whole journeys: request, SMS, receipt, event, right code.",
            discussion: """
                Runs `verifyd serve` with the sandbox as a process of its own, or loads the installation that --target \
                names. Requests come at set times, however slow the answers are, and each latency counts from the set \
                time. At the end it counts at the sandbox what was lost, sent twice, or sent unasked.
                """)

        @OptionGroup var pace: PaceOptions
        @OptionGroup var load: LoadOptions

        func validate() throws { try load.validate(plan) }

        func run() async throws { try await load.run(plan, named: "journey") }

        private var plan: JourneyPlan { load.plan(.journeys, at: pace.profile) }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Load with checks of right codes alone.",
            discussion: """
                Starts the verifications first, 200 a second at most, and does not count that time. It may take five \
                minutes, because a code is good for ten by default.
                """)

        @OptionGroup var pace: PaceOptions
        @OptionGroup var load: LoadOptions

        func validate() throws {
            try load.validate(plan)
            let seconds = plan.preparation.duration / .seconds(1)
            guard seconds <= 300 else {
                throw ValidationError(
                    "these verifications take \(seconds.figure(0)) s to start, and 300 s is the most: their codes would "
                        + "expire before they are typed; choose a shorter --duration")
            }
        }

        func run() async throws { try await load.run(plan, named: "check") }

        private var plan: JourneyPlan { load.plan(.checks, at: pace.profile) }
    }

    struct Spike: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "spike",
            abstract: "Load with whole journeys whose rate rises to a peak, and falls again.",
            discussion: """
                Holds --base, rises to --peak in --ramp, holds it, falls in --ramp, and holds --base again. Otherwise it \
                is `bench journey`.
                """)

        @Option(help: "Journeys per second before and after the peak.")
        var base = 20
        @Option(help: "Journeys per second at the peak.")
        var peak = 400
        @Option(help: "How long the rise and the fall take each.")
        var ramp = LoadTime(.seconds(5))
        @Option(help: "How long each of the three even parts lasts.")
        var hold = LoadTime(.seconds(20))
        @OptionGroup var load: LoadOptions

        func validate() throws {
            guard (1...10_000).contains(base), (1...10_000).contains(peak), base <= peak else {
                throw ValidationError("--base and --peak are 1 to 10000, and --base is not above --peak")
            }
            try load.validate(plan)
        }

        func run() async throws { try await load.run(plan, named: "spike") }

        private var plan: JourneyPlan {
            let profile = LoadProfile.spike(
                base: Double(base), peak: Double(peak), ramp: ramp.duration, hold: hold.duration)
            return load.plan(.journeys, at: profile)
        }
    }

    struct Soak: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "soak",
            abstract: "Load with whole journeys for hours, and watch what the serving process holds.",
            discussion: """
                Samples memory, connections and file descriptors of `verifyd serve` each minute. Fails when one of them is \
                well above its baseline when the process rests again, or grew from quarter to quarter of the time.
                """)

        @Option(help: "Journeys per second, at set times.")
        var rate = 50
        @Option(help: "How long, for example 90s, 5m or 4h.")
        var duration = LoadTime(.seconds(4 * 3_600))
        @Option(help: "With --target: the id of its process, which has to be on this machine and yours.")
        var pid: Int32?
        @OptionGroup var load: LoadOptions

        func validate() throws {
            guard (1...10_000).contains(rate) else { throw ValidationError("--rate is 1 to 10000") }
            guard (load.target != nil) == (pid != nil) else {
                throw ValidationError("--target and --pid go together: soak watches what the process holds")
            }
            try load.validate(plan)
        }

        func run() async throws { try await load.run(plan, named: "soak", process: pid) }

        private var plan: JourneyPlan {
            load.plan(.journeys, at: .steady(Double(rate), for: duration.duration), watches: true)
        }
    }
}
