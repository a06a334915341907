import ArgumentParser
import Assembly

/// Where a command's settings come from.
struct SettingsOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "Settings file; by default VERIFYD_CONFIG of the environment, or else verifyd.yaml, if there is one.",
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        name: .long,
        help: "A folder with one file per secret, named like database-url or code-keys; by default VERIFYD_SECRETS.",
        completion: .directory)
    var secrets: String?

    @Option(name: .customLong("set"), help: "One setting, for example http.port=9000. May be repeated.")
    var overrides: [String] = []

    func validate() throws {
        guard overrides.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("--set needs KEY=VALUE, for example http.port=9000")
        }
    }
}

extension Settings {
    /// Reads the sources that the options name, and the environment.
    init(_ options: SettingsOptions) async throws {
        try await self.init(
            SettingsSources(config: options.config, secrets: options.secrets, overrides: options.overrides),
            providers: Verifyd.providers)
    }
}
