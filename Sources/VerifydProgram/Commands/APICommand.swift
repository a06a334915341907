import ArgumentParser
import Assembly

struct APICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "api", abstract: "Run the HTTP API alone.")

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        try await VerifydProcess([.api], settings: try await Settings(sources), name: "verifyd-api").run()
    }
}
