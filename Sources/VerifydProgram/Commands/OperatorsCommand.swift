import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

struct OperatorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operators", abstract: "Say who may sign in to the dashboard, and as what.",
        discussion: "As long as there is no operator, only people of the single sign-on can sign in, if it is set up.",
        subcommands: [Add.self, List.self, Remove.self, ResetFactor.self, Off.self, On.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a person, or give a person another role and password.",
            discussion: """
                Prints a new password, this once. With --password-stdin the first line of the input is the password. The \
                person's sessions end.
                """)

        @Argument(help: "1 to 64 lower-case letters, digits, dots, dashes, underscores and at signs.")
        var name: String
        @Option(
            help: """
                viewer: looks, with numbers masked. support: also whole numbers, resetting limits. operator: \
                also queues and gateways. admin: all.
                """)
        var role: OperatorRole
        @Flag(help: "Read the password from the input.")
        var passwordStdin = false
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let person = Operator(name: try operatorName(name), role: role)
            if trial.isDry { return try await plan(person) }
            let password = try passwordStdin ? Self.readPassword() : Base64.encodeForURL(Machine.randomBytes(15))
            guard let hash = PasswordHash(of: password, salt: Machine.randomBytes(PasswordHash.saltLength)) else {
                throw SettingsError("there is no memory to make the password's hash")
            }
            try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                try await accounts.save(person, password: hash, because: "", by: caller)
            }
            output.print(
                json: .members([
                    "name": .string(person.name.text), "role": .string(role.rawValue),
                    "password": passwordStdin ? nil : .string(password),
                ]),
                text: passwordStdin ? "\(person.name) is \(role.rawValue)" : password)
        }

        private func plan(_ person: Operator) async throws {
            let former = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                try await accounts.preview(person.name, for: caller)
            }
            output.print(
                json: DryRunOptions.json([
                    "name": .string(person.name.text), "role": .string(role.rawValue),
                    "former": former?.json,
                ]),
                text: former.map {
                    "\(person.name) would be \(role.rawValue), until now \($0.stored.person.role.rawValue), and get another "
                        + "password; \($0.sessions) open sessions would end"
                } ?? "\(person.name) would be \(role.rawValue), a new operator")
        }

        private static func readPassword() throws -> String {
            guard let password = readLine(), password.utf8.count >= 12 else {
                throw ValidationError("a password has at least 12 characters")
            }
            guard password.utf8.count <= 1_000 else {
                throw ValidationError("a password has at most 1,000 characters")
            }
            return password
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the people who may sign in, and who has.")

        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let people = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                try await accounts.all(for: caller)
            }
            let rows = people.map { standing in
                let (person, changedAt) = (standing.stored.person, standing.stored.changedAt)
                return [
                    person.name.text, person.role.rawValue, standing.way, changedAt.rfc3339, String(standing.sessions),
                    standing.factors.words,
                ]
            }
            output.print(
                json: .array(people.map(\.json)),
                text: rows.isEmpty
                    ? "no operators" : table([["NAME", "ROLE", "BY", "CHANGED", "SESSIONS", "FACTOR"]] + rows))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a person; the person's sessions end within two seconds.")

        @Argument(help: "The name as `verifyd operators list` shows it.")
        var name: String
        @OptionGroup var trial: DryRunOptions
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let name = try operatorName(name)
            if trial.isDry { return try await plan(for: name) }
            let comesBySignOn = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                let standing = try await accounts.preview(name, for: caller)
                try await accounts.remove(name, because: "", by: caller)
                return standing?.stored.identity != nil
            }
            output.print(
                json: .members(["removed": .string(name.text)]),
                text: comesBySignOn
                    ? "\(name) is removed; as long as the provider gives a role, the person comes in again: see `off`"
                    : "\(name) may not sign in any more")
        }

        private func plan(for name: OperatorName) async throws {
            let standing = try await withAccounts(sources) { accounts, caller throws(OperatorError) in
                try await accounts.previewRemoval(of: name, for: caller)
            }
            let role = standing.stored.person.role.rawValue
            output.print(
                json: DryRunOptions.json(["operator": standing.json]),
                text: "would remove \(name), \(role), and end \(standing.sessions) open sessions")
        }
    }
}

func operatorName(_ text: String) throws -> OperatorName {
    guard let name = OperatorName(text) else { throw ValidationError("\(text) is not an operator's name") }
    return name
}

/// Opens the store for a command about operators, and closes it again.
func withAccounts<Value>(
    _ sources: SettingsOptions, _ body: (OperatorAccounts, Operator) async throws(OperatorError) -> Value
) async throws -> Value {
    try await withStore(sources, role: "verifyd-operators") { store in
        let accounts = OperatorAccounts(store: store.people.operators, permits: store.permits)
        return try await acting { person throws(OperatorError) in try await body(accounts, person) }
    }
}

extension OperatorRole: ExpressibleByArgument {}

extension OperatorAccounts.Standing {
    /// How the person signs in, in a word for the list.
    fileprivate var way: String {
        if stored.identity == nil { return "password" }
        return stored.isOff ? "sign-on, off" : "sign-on"
    }

    fileprivate var json: JSONValue {
        .members([
            "name": .string(stored.person.name.text), "role": .string(stored.person.role.rawValue),
            "identity": stored.identity.map {
                ["issuer": .string($0.issuer), "subject": .string($0.subject), "isOff": .bool(stored.isOff)]
            }, "changedAt": .string(stored.changedAt.rfc3339), "sessions": .integer(Int64(sessions)),
            "hasApp": .bool(factors.app != nil), "keys": .integer(Int64(factors.keys.count)),
        ])
    }
}
