import ArgumentParser
import Assembly
import StrictJSON

struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "List every setting with its present value and where it is from; secrets are not shown.")

    @Flag(help: ArgumentHelp("Print the rows of the article on settings instead.", visibility: .hidden))
    var reference = false
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        if reference { return print(SettingsReference.rows.joined(separator: "\n")) }
        let settings = try await Settings(sources)
        let lines = settings.lines
        output.print(
            json: .object(.init(lines.map { .init(key: $0.name, value: $0.value.map { .string($0) } ?? .null) })),
            text: table(
                [["SETTING", "ENVIRONMENT", "VALUE", "FROM", ""]]
                    + lines.map {
                        [$0.name, $0.environmentName ?? "-", $0.value ?? "-", $0.origin?.rawValue ?? "-", $0.summary]
                    }))
    }
}
