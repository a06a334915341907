import ArgumentParser

/// A worker alone.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Run a worker alone; as many as you like, on as many machines.",
        discussion: "With the sandbox as gateway each worker has an inbox of its own; `verifyd serve` shows it.")

    @OptionGroup var sources: SettingsSources

    func run() async throws {
        let settings = try await Settings(sources)
        let isSandboxed = settings.optionalText(.gatewayKind) == "sandbox"
        try await VerifydProcess(isSandboxed ? [.worker, .sandbox] : [.worker], settings, name: "verifyd-worker").run()
    }
}
