import ArgumentParser
import VerificationCore

/// What can be set, and what is.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List every setting with its present value; secrets are not shown.")

    @OptionGroup var sources: SettingsSources
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try await Settings(sources)
        let rows = SettingKey.allCases.map { key in
            let value = settings.optionalText(key)
            return (key, value == nil ? "-" : key.isSecret ? "(secret)" : value ?? "")
        }
        output.print(
            json: .object(.init(rows.map { .init(key: $0.0.rawValue, value: .string($0.1)) })),
            text: table(
                [["SETTING", "ENVIRONMENT", "VALUE", ""]]
                    + rows.map { [$0.0.rawValue, $0.0.environmentName, $0.1, $0.0.summary] }))
    }
}
