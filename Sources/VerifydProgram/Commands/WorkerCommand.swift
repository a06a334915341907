import ArgumentParser
import Assembly

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Run a worker alone; as many as you like, on as many machines.",
        discussion: "With the sandbox as gateway each worker has an inbox of its own; `verifyd serve` shows it.")

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        try await VerifydProcess([.worker], settings: try await Settings(sources), name: "verifyd-worker").run()
    }
}
