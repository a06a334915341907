import AccountCore
import Accounts
import ArgumentParser
import Assembly
import Operations
import StrictJSON
import VerificationCore

extension ProjectsCommand {
    struct MakeServiceAccount: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "service-account",
            abstract: "Make a key by which a backend signs custom tokens; its file is printed this once.",
            discussion: """
                The file is a service account as Google writes it, and libraries such as firebase-admin take it as it is: keep \
                it like a password. The database has its public half alone. It makes custom tokens and nothing else; an \
                administrator's calls bear a key of scope admin.
                """)

        @Argument(help: "The project's id, as `verifyd projects list` shows it.")
        var project: String
        @OptionGroup var sources: SettingsOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let made = try await withStore(sources) { store in
                guard let id = ProjectID(project) else { throw noProject(project) }
                let made = try ServiceAccountMaker(randomBytes: Machine.randomBytes).make(
                    for: id, at: try await store.now())
                try await acting { person throws(OperatorError) in
                    try await store.projectService.add(made.account, because: "", by: person)
                }
                return made
            }
            // Programs read the file, so the command writes it as JSON also with `--output text`.
            let file = JSONValue.object(made.file)
            output.print(json: file, text: String(decoding: file.serialized, as: UTF8.self))
        }
    }

    struct ServiceAccounts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "service-accounts", abstract: "List and remove the keys by which backends sign custom tokens.",
            subcommands: [List.self, Remove.self])

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "list", abstract: "List the service accounts, oldest first.")

            @Argument(help: "The project's id; without it, all projects.")
            var project: String?
            @OptionGroup var sources: SettingsOptions
            @OptionGroup var output: OutputOptions

            func run() async throws {
                let accounts = try await withStore(sources) { store in
                    if let project {
                        let isKnown = try await store.identity.projects.projects().contains { $0.id.text == project }
                        guard isKnown else { throw noProject(project) }
                    }
                    return try await store.identity.projects.serviceAccounts().filter {
                        project == nil || $0.project.text == project
                    }
                }
                let rows = accounts.map { [$0.keyID, $0.project.text, $0.email, $0.createdAt.rfc3339] }
                let head = ["KEY", "PROJECT", "EMAIL", "MADE"]
                output.print(
                    json: .array(accounts.map(\.json)),
                    text: accounts.isEmpty ? "no service accounts" : table([head] + rows))
            }
        }

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove", abstract: "Delete a service account: its custom tokens become invalid.",
                discussion: "Sessions that its tokens have opened continue.")

            @Argument(help: "The key's name, as `verifyd projects service-accounts list` shows it.")
            var key: String
            @OptionGroup var trial: DryRunOptions
            @OptionGroup var sources: SettingsOptions
            @OptionGroup var output: OutputOptions

            func run() async throws {
                let account = try await withStore(sources) { store in
                    try await acting { person throws(OperatorError) in
                        trial.isDry
                            ? try await store.projectService.previewRemoval(ofServiceAccount: key, for: person)
                            : try await store.projectService.removeServiceAccount(key, because: "", by: person)
                    }
                }
                output.print(
                    json: trial.isDry
                        ? DryRunOptions.json(["serviceAccount": account.json]) : .members(["removed": .string(key)]),
                    text: trial.isDry
                        ? "would remove \(account.email) of \(account.project)"
                        : "\(account.email) of \(account.project) is removed; its tokens are invalid")
            }
        }
    }
}

private func noProject(_ name: String) -> NotThereError { NotThereError("project \(name)") }

extension ServiceAccount {
    fileprivate var json: JSONValue {
        .members([
            "key": .string(keyID), "project": .string(project.text), "email": .string(email),
            "createdAt": .string(createdAt.rfc3339),
        ])
    }
}
