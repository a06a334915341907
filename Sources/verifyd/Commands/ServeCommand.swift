import ArgumentParser
import Assembly

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run API, worker and dashboard in one process, and the sandbox if it is the gateway.")

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        try await VerifydProcess([.api, .worker, .dashboard], try await Settings(sources), name: "verifyd-serve").run()
    }
}
