import ArgumentParser
import Assembly

struct DashboardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dashboard", abstract: "Run the operators' pages alone.",
        discussion: "No one can sign in before `verifyd operators add` has made an operator.")

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        try await VerifydProcess([.dashboard], settings: try await Settings(sources), name: "verifyd-dashboard").run()
    }
}
