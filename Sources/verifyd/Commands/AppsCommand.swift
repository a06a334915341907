import ArgumentParser
import PhoneNumbers
import PostgreSQL
import SessionStore
import VerificationCore

/// Tenants.
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List and make apps, the tenants.", subcommands: [Add.self, List.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make an app, or change the one of that id.")

        @Argument(help: "Short name: lower-case letters, digits, dashes.")
        var id: String
        @Option(help: "What the person who gets the SMS knows the app by.")
        var name: String
        @Option(help: "BCP 47 tag of the language for requests that name none.")
        var language: String?
        @Option(help: "Where it may send to: ISO regions such as DE,FR, or all. There is no default.")
        var regions: String?
        @Flag(help: "Testing mode: only the app's test numbers work.")
        var testing = false
        @Option(help: "Rules that differ from the standard, as JSON, for example {\"maxSends\":3,\"resendAfter\":30}.")
        var rules = "{}"
        @OptionGroup var sources: SettingsSources
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let app = try makeApp()
            try await withRegistry(sources) { try await $0.save(app) }
            output.print(json: app.json, text: "app \(app.id) is called \(app.displayName)")
        }

        private func makeApp() throws -> App {
            guard let id = AppID(id) else {
                throw ValidationError("an app's id is 1 to 40 lower-case letters, digits and dashes")
            }
            let tag = try language.map { text in
                guard let tag = LanguageTag(text) else { throw ValidationError("\(text) is not a language tag") }
                return tag
            }
            return App(id: id, displayName: name, defaultLanguage: tag, rules: try makeRules())
        }

        private func makeRules() throws -> SendingRules {
            var rules = try readRules()
            if testing { rules.isTesting = true }
            guard case .only(let codes) = rules.regions else { return rules }
            let strangers = codes.subtracting(NumberingPlan.regions).sorted()
            guard strangers.isEmpty else {
                let hint = strangers.contains("UK") ? "; the United Kingdom is GB" : ""
                throw ValidationError("no country has the code \(strangers.joined(separator: ", "))\(hint)")
            }
            return rules
        }

        private func readRules() throws -> SendingRules {
            guard let json = try? JSONValue(parsing: Array(rules.utf8)).object else {
                throw ValidationError("--rules is not a JSON object")
            }
            guard regions != nil || json.contains("regions") else {
                throw ValidationError("say where the app may send to: --regions DE,FR or --regions all")
            }
            var rules: SendingRules
            do {
                rules = try SendingRules(json: json)
            } catch {
                let expected = SendingRules.expectation(of: error.member)
                throw ValidationError(
                    expected.map { "rule \(error.member) must be \($0)" } ?? "there is no rule \(error.member)")
            }
            if let regions {
                guard let named = Regions(regions) else {
                    throw ValidationError("--regions takes two-letter codes separated by commas, or all")
                }
                rules.regions = named
            }
            return rules
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List all apps.")

        @OptionGroup var sources: SettingsSources
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let apps = try await withRegistry(sources) { try await $0.apps() }
            let rows = apps.map {
                [
                    $0.id.name, $0.displayName, $0.defaultLanguage?.description ?? "-", $0.rules.regions.words,
                    $0.rules.isTesting ? "testing" : "live",
                ]
            }
            output.print(
                json: .array(apps.map(\.json)),
                text: apps.isEmpty ? "no apps" : table([["ID", "NAME", "LANGUAGE", "REGIONS", "MODE"]] + rows))
        }
    }
}

extension App {
    fileprivate var json: JSONValue {
        .members([
            "id": .string(id.name), "name": .string(displayName),
            "language": defaultLanguage.map { .string($0.description) }, "rules": .object(rules.json),
        ])
    }
}

extension Regions {
    fileprivate var words: String {
        switch self {
        case .all: "all"
        case .only(let codes): codes.isEmpty ? "none" : codes.sorted().joined(separator: ",")
        }
    }
}
