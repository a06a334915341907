import ArgumentParser
import Assembly
import StrictJSON
import VerificationCore

struct OperatorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operators", abstract: "Say who may sign in to the dashboard, and as what.",
        discussion: "As long as there is nobody, the dashboard shows nothing to anybody.",
        subcommands: [Add.self, List.self, Remove.self])

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
                viewer: looks, with numbers masked. support: also whole numbers, lifting limits. operator: \
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
                throw SettingsProblem("there is no memory to make the password's hash")
            }
            try await changing("\(person.name) to \(role.rawValue)", sources: sources) { store in
                try await store.people.operators.save(person, password: hash)
                return true
            }
            output.print(
                json: .members([
                    "name": .string(person.name.text), "role": .string(role.rawValue),
                    "password": passwordStdin ? nil : .string(password),
                ]),
                text: passwordStdin ? "\(person.name) is \(role.rawValue)" : password)
        }

        private func plan(_ person: Operator) async throws {
            let former = try await standing(person.name, sources)
            output.print(
                json: DryRunOptions.json([
                    "name": .string(person.name.text), "role": .string(role.rawValue),
                    "former": former.map { $0.stored.json(sessions: $0.sessions) },
                ]),
                text: former.map {
                    "\(person.name) would be \(role.rawValue), until now \($0.stored.person.role.rawValue), and get another "
                        + "password; \($0.sessions) open sessions would end"
                } ?? "\(person.name) would be \(role.rawValue), and nobody has this name yet")
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
            let (people, sessions) = try await withStore(sources, role: "verifyd-operators") { store in
                (try await store.people.operators.operators(), try await store.people.operators.sessions())
            }
            let open = Dictionary(grouping: sessions, by: \.name).mapValues(\.count)
            let rows = people.map { stored in
                [
                    stored.person.name.text, stored.person.role.rawValue, stored.changedAt.rfc3339,
                    String(open[stored.person.name] ?? 0),
                ]
            }
            output.print(
                json: .array(people.map { $0.json(sessions: open[$0.person.name] ?? 0) }),
                text: rows.isEmpty
                    ? "nobody may sign in" : table([["NAME", "ROLE", "CHANGED", "SESSIONS"]] + rows))
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
            let wasThere = try await changing("\(name) removed", sources: sources) {
                try await $0.people.operators.remove(name)
            }
            guard wasThere else { throw ValidationError("there is no operator \(name)") }
            output.print(json: .members(["removed": .string(name.text)]), text: "\(name) may not sign in any more")
        }

        private func plan(for name: OperatorName) async throws {
            guard let (stored, sessions) = try await standing(name, sources) else {
                throw ValidationError("there is no operator \(name)")
            }
            output.print(
                json: DryRunOptions.json(["operator": stored.json(sessions: sessions)]),
                text: "would remove \(name), \(stored.person.role.rawValue), and end \(sessions) open sessions")
        }
    }
}

private func operatorName(_ text: String) throws -> OperatorName {
    guard let name = OperatorName(text) else { throw ValidationError("\(text) is not an operator's name") }
    return name
}

/// A person who may sign in, and how many sessions are open; nil for a name that nobody has.
private func standing(
    _ name: OperatorName, _ sources: SettingsOptions
) async throws -> (stored: StoredOperator, sessions: Int)? {
    try await withStore(sources, role: "verifyd-operators") { store in
        let stored = try await store.people.operators.operators().first { $0.person.name == name }
        guard let stored else { return nil }
        return (stored, try await store.people.operators.sessions().count { $0.name == name })
    }
}

/// Changes an operator, and notes the change in the audit; false when there was nothing to change.
@discardableResult
private func changing(
    _ subject: String, sources: SettingsOptions, _ body: (StorePorts) async throws -> Bool
) async throws -> Bool {
    try await withStore(sources, role: "verifyd-operators") { store in
        guard try await body(store) else { return false }
        await store.note(.changeOperator, on: subject)
        return true
    }
}

extension OperatorRole: ExpressibleByArgument {}

extension StoredOperator {
    fileprivate func json(sessions: Int) -> JSONValue {
        .members([
            "name": .string(self.person.name.text), "role": .string(self.person.role.rawValue),
            "changedAt": .string(changedAt.rfc3339), "sessions": .integer(Int64(sessions)),
        ])
    }
}
