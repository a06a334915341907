import ArgumentParser
import Bench

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
