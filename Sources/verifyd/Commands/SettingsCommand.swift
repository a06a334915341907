import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

/// What can be set, and what is.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List every setting with its present value; secrets are not shown.")

    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try await Settings(sources)
        let rows = Settings.declared.map { setting in
            (setting, settings.text(of: setting).map { setting.isSecret ? "(secret)" : $0 })
        }
        output.print(
            json: .object(.init(rows.map { .init(key: $0.0.name, value: $0.1.map { .string($0) } ?? .null) })),
            text: table(
                [["SETTING", "ENVIRONMENT", "VALUE", ""]]
                    + rows.map { [$0.0.name, $0.0.environmentName, $0.1 ?? "-", $0.0.summary] }))
    }
}
