import ArgumentParser
import Assembly

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run API, worker and dashboard in one process, and the sandbox if it is the gateway.",
        discussion: "With `identity.port` it runs the Firebase surface too.")

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        let settings = try await Settings(sources)
        let roles: Set<VerifydProcess.Role> =
            settings.hasIdentity ? [.api, .worker, .dashboard, .identity] : [.api, .worker, .dashboard]
        try await VerifydProcess(roles, settings, name: "verifyd-serve").run()
    }
}
