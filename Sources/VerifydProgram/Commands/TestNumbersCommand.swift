import Accounts
import ArgumentParser
import Assembly
import Operations
import PhoneNumbers
import StrictJSON
import VerificationCore

struct TestNumbersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test-numbers", abstract: "Add, list and remove an app's test numbers.",
        discussion: """
            A test number goes through everything but the gateway: nothing is sent, nothing is limited, nothing is counted, \
            and its code is always the same. It is kept encrypted and not shown again.
            """,
        subcommands: [Add.self, List.self, Remove.self, Reseal.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a test number, or change the one of the same phone.")

        @Argument(help: "The app's id.")
        var app: String
        @Argument(help: "The number in international form, such as +14155550123.")
        var number: String
        @Option(help: "Its code, 4 to 10 digits.")
        var code: String
        @Option(help: "Until when it is a test number, as 2027-01-31T00:00:00Z; without it, for ever.")
        var until: String?
        @Option(
            help: "What happens instead of a delivery: \(TestNumber.Scenario.words).",
            completion: .list(TestNumber.Scenario.allCases.map(\.rawValue)))
        var scenario: String?
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let settings = try await Settings(sources)
            let form = try makeForm(PlanParser(try settings.value(of: PhoneSettings.plan)))
            let keys = try settings.value(of: CodeSettings.keys)
            let (saved, note) = try await withApp(app, sources: sources) { store, app in
                let saved = try await acting { person throws(OperatorError) in
                    try await store.testNumberService(keys).add(form, to: app, because: "", by: person).number
                }
                return (saved, app.noteOnTestNumbers)
            }
            output.print(json: saved.json, text: "\(saved.phone.e164) is a test number of \(app)\(note)")
        }

        private func makeForm(_ phones: PlanParser) throws -> TestNumberForm {
            let members: [(String, String?)] = [
                ("phoneNumber", number), ("code", code), ("scenario", scenario), ("expiresAt", until),
            ]
            let object = JSONObject(
                members.compactMap { name, text in text.map { JSONObject.Member(key: name, value: .string($0)) } })
            do {
                return try TestNumberForm(reading: object, phones: phones, now: Machine.now())
            } catch {
                throw ValidationError(words(for: error))
            }
        }

        private func words(for mistake: InvalidMemberError) -> String {
            switch mistake.violation {
            case .phoneNumber(let problem): problem.words
            case .missing, .wrongType, .malformed, .tooLong, .conflicts, .needs:
                switch mistake.member {
                case "code": "--code must be 4 to 10 digits"
                case "scenario": "--scenario must be one of \(TestNumber.Scenario.words)"
                case "expiresAt": "--until must be a time to come, such as 2027-01-31T00:00:00Z"
                default: "the number cannot be read"
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List an app's test numbers.")

        @Argument(help: "The app's id.")
        var app: String
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (numbers, note) = try await withApp(app, sources: sources) { store, app in
                let numbers = try await acting { person throws(OperatorError) in
                    try await store.testNumberService(nil).numbers(of: app.id, for: person)
                }
                return (numbers, app.noteOnTestNumbers)
            }
            let rows = numbers.map {
                [$0.phone.e164, $0.scenario?.rawValue ?? "-", $0.expiresAt?.rfc3339 ?? "-", $0.id.description]
            }
            output.print(
                json: .array(numbers.map(\.json)),
                text: (numbers.isEmpty ? "no test numbers" : table([["NUMBER", "SCENARIO", "UNTIL", "ID"]] + rows))
                    + note)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a test number: it becomes an ordinary number.")

        @Argument(help: "The app's id.")
        var app: String
        @Argument(help: "The number, as `verifyd test-numbers list` shows it, or its id.")
        var number: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let removed = try await withApp(app, sources: sources) { store, app in
                try await acting { person throws(OperatorError) in
                    try await remove(of: app.id, with: store.testNumberService(nil), for: person)
                }
            }
            let json = removed?.json ?? .members(["id": .string(number)])
            let name = removed?.phone.e164 ?? number
            output.print(
                json: trial.isDry ? DryRunOptions.json(["testNumber": json]) : json,
                text: trial.isDry
                    ? "\(name) would no longer be a test number of \(app): people could get real SMS there"
                    : "\(name) is no longer a test number of \(app)")
        }

        /// Removes the test number, or only looks at it.
        private func remove(
            of app: AppID, with service: TestNumberService, for person: Operator
        ) async throws(OperatorError) -> TestNumber? {
            let found = try await service.numbers(of: app, for: person).first {
                $0.phone.e164 == number || $0.id.description == number
            }
            // No list shows a test number that this version cannot read, but `doctor` shows its id.
            guard let id = found?.id ?? VerificationID(number) else { throw .nothing("such test number") }
            if trial.isDry { return try await service.preview(id, of: app.name, for: person) }
            return try await service.remove(id, of: app.name, because: "", by: person)
        }
    }
}

extension App {
    /// Says that the app's test numbers have no effect; empty where they have one.
    fileprivate var noteOnTestNumbers: String {
        if rules.takesTestNumbers { return "" }
        return """

            The test numbers of \(id) are switched off: real SMS go to them.
            verifyd apps add \(id) --test-numbers on switches them on.
            """
    }
}

extension TestNumbersCommand {
    struct Reseal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reseal",
            abstract: "Lock all that the database keeps encrypted under the current code key.",
            discussion: """
                These are test numbers' codes, secrets of endpoints, proofs, other providers and authenticator apps, and \
                signing keys. After this an older key may be taken out of code.keys. Exit 1 if one cannot be opened.
                """)

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let keys = try await Settings(sources).value(of: CodeSettings.keys)
            let maker = SigningKeyMaker(keyRing: keys, randomBytes: Machine.randomBytes)
            let (resealed, locked) = try await withStore(sources) { store in
                let service = ResealService(
                    apps: store.apps, signingKeys: store.identity.signingKeys, projects: store.identity.projects,
                    accounts: store.identity.accounts, operators: store.people.operators, permits: store.permits)
                return try await acting { person throws(OperatorError) in
                    try await service.reseal(by: keys, signingKey: maker.resealed, because: "", by: person)
                }
            }
            output.print(
                json: .members(["resealed": .integer(Int64(resealed)), "locked": .integer(Int64(locked))]),
                text: "\(resealed) resealed by \(keys.currentName); \(locked) need a key that code.keys lacks")
            guard locked == 0 else { throw ExitStatus.bad.code }
        }
    }
}

extension TestNumber {
    fileprivate var json: JSONValue {
        .members([
            "id": .string(id.description), "phoneNumber": .string(phone.e164),
            "scenario": scenario.map { .string($0.rawValue) }, "expiresAt": expiresAt.map { .string($0.rfc3339) },
        ])
    }
}

extension TestNumber.Scenario {
    fileprivate static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension TestNumberError {
    /// For the terminal: what to say instead.
    var words: String {
        switch self {
        case .cannotGetSMS: "the number is of a kind that gets no SMS"
        case .badCode: "--code must be 4 to 10 digits"
        case .ended: "--until must be a time to come, such as 2027-01-31T00:00:00Z"
        case .tooMany(let most): "the app may have \(most) test numbers; remove one, or raise maxTestNumbers"
        case .inUse: "the app has really sent to this number, so it cannot be a test number"
        }
    }
}
