import ArgumentParser
import Assembly
import Messages
import Operations
import StrictJSON
import VerificationCore

struct TextsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "texts", abstract: "Set, list and remove an app's own texts.",
        discussion: """
            A text holds {code} once, and {app} and {minutes} where wanted; {{ and }} are braces. Where the word for \
            minutes has forms, name each, with # for the number: {minutes|one:# minuta|few:# minuty|other:# minut}. Or \
            write a unit that has none, such as min. A text goes to readers \
            whom its language fits at least as well as the program's own texts do: one for es is for Spain, one for \
            es-419 for Latin America.
            """,
        subcommands: [Set.self, List.self, Remove.self])

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Make this the app's text for a language.")

        @Argument(help: "The app's id.")
        var app: String
        @Argument(help: "BCP 47 tag, for example fr or pt-BR.")
        var language: String
        @Argument(
            help: """
                For example '{code} is your {app} code, good for {minutes} minutes.' Put -- before one that begins with \
                a dash.
                """)
        var text: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let language = try languageTag(language)
            let own = try explained { () throws(AppTextError) in try AppText(text) }
            let writer = try MessageWriter.standard()
            let localized = writer.localized(own, in: language)
            let (line, others) = try await withStore(sources) { store in
                let found = try await acting { person throws(OperatorError) in
                    try await store.appService.preview(app, for: person)
                }
                guard let app = found else { throw noApp(self.app) }
                try explained { () throws(AppTextError) in try localized.check(for: app.style) }
                if !trial.isDry {
                    try await acting { person throws(OperatorError) in
                        try await store.appService.set(own, for: language, of: app.id, because: "", by: person)
                    }
                }
                let texts = app.texts.with(own, for: language)
                return (TextLine(app, text: localized), writer.unanswered(beside: language, among: texts))
            }
            output.print(
                json: trial.isDry ? DryRunOptions.json(["text": line.json]) : line.json,
                text: line.report(isPlan: trial.isDry) + hint(others))
        }

        /// Names the variants that still get the program's text; for example a text for `es` does not reach Mexico.
        private func hint(_ others: [LanguageTag]) -> String {
            guard !others.isEmpty else { return "" }
            return "\n(\(others.map(\.description).joined(separator: ", ")): still the program's text)"
        }

        /// Turns a problem of the text into an error with its message, for the operator who wrote the text.
        private func explained<Value>(_ body: () throws(AppTextError) -> Value) throws -> Value {
            do { return try body() } catch { throw ValidationError(error.description) }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List an app's own texts.")

        @Argument(help: "The app's id.")
        var app: String
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let writer = try MessageWriter.standard()
            let lines = try await withApp(app, sources: sources) { _, app in
                app.texts.languages.compactMap { language in
                    app.texts[language].map { TextLine(app, text: writer.localized($0, in: language)) }
                }
            }
            let rows = lines.map { [$0.language.description, $0.cost, $0.template.replacing("\n", with: "\\n")] }
            output.print(
                json: .array(lines.map(\.json)),
                text: lines.isEmpty ? "\(app) has no texts of its own" : table([["LANGUAGE", "COST", "TEXT"]] + rows))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a text; the program's own is used instead.")

        @Argument(help: "The app's id.")
        var app: String
        @Argument(help: "The language as `verifyd texts list` shows it.")
        var language: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let language = try languageTag(language)
            let text = try await withApp(app, sources: sources) { store, app in
                try await acting { person throws(OperatorError) in
                    let service = store.appService
                    if trial.isDry {
                        return try await service.previewRemoval(ofTextFor: language, of: app.id, for: person).template
                    }
                    try await service.removeText(for: language, of: app.id, because: "", by: person)
                    return ""
                }
            }
            let name: JSONValue = .string(language.description)
            output.print(
                json: trial.isDry
                    ? DryRunOptions.json(["language": name, "text": .string(text)]) : .members(["removed": name]),
                text: trial.isDry
                    ? "would remove \(language) of \(app): \(text)".printable : "\(language) of \(app) is removed")
        }
    }
}
