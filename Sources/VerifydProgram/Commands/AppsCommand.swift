import ArgumentParser
import Messages
import Operations
import PhoneNumbers
import StrictJSON
import VerificationCore

struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List and make apps, the tenants.",
        subcommands: [Add.self, List.self, AppEventsCommand.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make an app, or change the one of that id.",
            discussion: "What is not said stays as it is, or has its default in a new app.")

        @Argument(help: "Short name: lower-case letters, digits, dashes.")
        var id: String
        @Option(help: "What the person who gets the SMS knows the app by.")
        var name: String?
        @Option(help: "BCP 47 tag of the language for requests that name none.")
        var language: String?
        @Option(
            help:
                "Where it may send to: ISO regions such as DE,FR, all regions of a calling code such as +44, or all. There is no default."
        )
        var regions: String?
        @Option(help: "Kinds of numbers to serve although apps refuse them, such as personal; none for no kind.")
        var allowKinds: String?
        @Flag(inversion: .prefixedNo, help: "Testing mode: only the app's test numbers work.")
        var testing: Bool?
        @Option(help: "Whether the app's test numbers have an effect, on or off; off keeps them as ordinary numbers.")
        var testNumbers: OnOrOff?
        @Option(help: "Host name for the WebOTP line of messages whose request names none, or none.")
        var webOtpDomain: String?
        @Option(help: "Rules to change, as JSON, for example {\"maxSends\":3,\"resendAfter\":30}.")
        var rules = "{}"
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let plan = try await numberingPlan(sources)
            let (app, former) = try await withStore(sources) { store in
                let present = try await acting { person throws(OperatorError) in
                    try await store.appService.preview(id, for: person)
                }
                let app = try makeApp(present, by: plan)
                if !trial.isDry {
                    try await acting { person throws(OperatorError) in
                        try await store.appService.save(app, since: present, because: "", by: person)
                    }
                }
                return (app, present)
            }
            let written = AppName(app.displayName).text
            let note =
                (written == app.displayName ? "" : "\n(messages say \(written))")
                + plan.words(onLeftOutBy: app.rules.regions)
            output.print(
                json: trial.isDry ? DryRunOptions.json(["app": app.json, "former": former?.json]) : app.json,
                text: trial.isDry
                    ? "would be: \(app.sentence)\(note)\n\(app.changes(since: former) ?? "nothing changed")"
                    : app.sentence + note)
        }

        /// The present app, if it exists, with the changes that the options ask for.
        private func makeApp(_ present: App?, by plan: NumberingPlan) throws -> App {
            guard let id = AppID(id) else {
                throw ValidationError("an app's id is 1 to 40 lower-case letters, digits and dashes")
            }
            guard let name = name ?? present?.displayName else {
                throw ValidationError("say what people know the app by: --name \"Demo Shop\"")
            }
            guard AppName.isName(name) else {
                throw ValidationError("--name must be one line with at least one letter or digit")
            }
            let tag = try language.map(languageTag)
            return App(
                id: id, displayName: name, defaultLanguage: tag ?? present?.defaultLanguage,
                rules: try makeRules(present?.rules, by: plan))
        }

        private func makeRules(_ present: SendingRules?, by plan: NumberingPlan) throws -> SendingRules {
            var rules = try readRules(present, by: plan)
            if let allowKinds { rules.allowedKinds = try kinds(allowKinds) }
            if let testing { rules.isTesting = testing }
            if let testNumbers { rules.takesTestNumbers = testNumbers == .on }
            guard !rules.leavesNoNumber else {
                throw ValidationError(
                    "only test numbers work in testing mode: say --no-testing, or --test-numbers on")
            }
            if let webOtpDomain {
                rules.webOTPLine = Autofill(webOTPDomain: webOtpDomain)
                guard rules.webOTPLine != nil || webOtpDomain == "none" else {
                    throw ValidationError("--web-otp-domain must be a host name in lower case such as shop.example.com")
                }
            }
            guard case .only(let codes) = rules.regions else { return rules }
            let strangers = codes.subtracting(plan.regions).sorted()
            guard strangers.isEmpty else {
                let hint = strangers.contains("UK") ? "; the United Kingdom is GB" : ""
                throw ValidationError("no country has the code \(strangers.joined(separator: ", "))\(hint)")
            }
            return rules
        }

        private func kinds(_ text: String) throws -> Set<PhoneNumber.Kind> {
            if text == "none" { return [] }
            let kinds = text.split(separator: ",").map { PhoneNumber.Kind(rawValue: String($0)) }
            guard !kinds.isEmpty, kinds.allSatisfy({ $0.map(PhoneNumber.Kind.refused.contains) ?? false }) else {
                let all = PhoneNumber.Kind.refused.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--allow-kinds takes none, or some of \(all)")
            }
            return Set(kinds.compactMap(\.self))
        }

        private func readRules(_ present: SendingRules?, by plan: NumberingPlan) throws -> SendingRules {
            let json: JSONObject
            do {
                guard let object = try JSONValue(parsing: Array(rules.utf8)).object else {
                    throw ValidationError("--rules is JSON, but no object such as {\"maxSends\":3}")
                }
                json = object
            } catch let problem as JSONError {
                throw ValidationError("--rules is not JSON: \(problem)")
            }
            guard present != nil || regions != nil || json.contains("regions") else {
                throw ValidationError("say where the app may send to: --regions DE,FR or --regions all")
            }
            var rules: SendingRules
            do {
                rules = try (present ?? .standard).changed(by: json)
            } catch {
                let expected = SendingRules.expectation(of: error.member)
                throw ValidationError(
                    expected.map { "rule \(error.member) must be \($0)" } ?? "there is no rule \(error.member)")
            }
            if let regions {
                guard let named = plan.regions(typed: regions), named != .none else {
                    throw ValidationError(
                        "--regions takes two-letter codes or calling codes separated by commas, or all")
                }
                rules.regions = named
            }
            return rules
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List all apps.")

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let apps = try await withStore(sources) { try await $0.apps.apps().readable }
            let rows = apps.map {
                [
                    $0.id.name, $0.displayName, $0.defaultLanguage?.description ?? "-", $0.rules.regions.words, $0.mode,
                ]
            }
            output.print(
                json: .array(apps.map(\.json)),
                text: apps.isEmpty ? "no apps" : table([["ID", "NAME", "LANGUAGE", "REGIONS", "MODE"]] + rows))
        }
    }
}

/// Whether an app's test numbers have an effect.
enum OnOrOff: String, ExpressibleByArgument, CaseIterable { case on, off }

extension App {
    fileprivate var sentence: String {
        let mode = rules.isTesting ? "test numbers only" : mode
        return "app \(id) is called \(displayName), sends to \(rules.regions.words), \(mode)"
    }

    fileprivate var mode: String {
        if rules.isTesting { return "testing" }
        return rules.takesTestNumbers ? "live" : "live without test numbers"
    }

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
