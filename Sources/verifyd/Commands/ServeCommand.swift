import ArgumentParser

/// Everything in one process.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run API and worker in one process, and the sandbox if it is the gateway.")

    @OptionGroup var sources: SettingsSources

    func run() async throws {
        let settings = try await Settings(sources)
        let isSandboxed = settings.optionalText(.gatewayKind) == "sandbox"
        try await VerifydProcess(
            isSandboxed ? [.api, .worker, .sandbox] : [.api, .worker], settings, name: "verifyd-serve"
        ).run()
    }
}
