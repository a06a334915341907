import ArgumentParser
import Bench

/// An even pace.
struct PaceOptions: ParsableArguments {
    @Option(help: "Requests per second, at set times, however long earlier requests take.")
    var rate = 200
    @Option(help: "How long, for example 90s, 5m or 4h.")
    var duration = LoadTime(.seconds(60))

    func validate() throws {
        guard (1...10_000).contains(rate) else { throw ValidationError("--rate is 1 to 10000") }
    }

    var profile: LoadProfile { .steady(Double(rate), for: duration.duration) }
}
