import ArgumentParser
import Assembly
import PhoneNumbers
import StrictJSON

/// Commands that run the services, and commands for operators.
struct RootCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verifyd",
        abstract: "Verifies phone numbers by SMS, on your own RabbitMQ and PostgreSQL.",
        discussion: """
            \(ExitStatus.words)

            `verifyd help COMMAND` shows more of a command; Sources/verifyd/verifyd.docc/Commands.md describes all together.
            """,
        version: "\(ProgramVersion.full)\nnumbering plan \(NumberingPlan.builtIn.words)",
        subcommands: [
            ServeCommand.self, APICommand.self, WorkerCommand.self, DashboardCommand.self, IdentityCommand.self,
            MigrateCommand.self, RestoredCommand.self, DoctorCommand.self, StatusCommand.self, AppsCommand.self,
            KeysCommand.self, ProjectsCommand.self, AccountsCommand.self,
            SigningKeysCommand.self, TextsCommand.self, TestNumbersCommand.self, LimitsCommand.self,
            BlocksCommand.self,
            VerificationsCommand.self, QueuesCommand.self, DeadCommand.self, WorkersCommand.self, GatewaysCommand.self,
            OperatorsCommand.self, AuditCommand.self, IncidentsCommand.self, SandboxCommand.self, SettingsCommand.self,
            BenchCommand.self,
            CompletionsCommand.self,
        ])
}

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions", abstract: "Print a script with which a shell completes commands and options.",
        discussion: """
            For this user, and from the next shell on:

              verifyd completions bash > ~/.local/share/bash-completion/completions/verifyd
              verifyd completions zsh > ~/.zfunc/_verifyd     # a folder of fpath
              verifyd completions fish > ~/.config/fish/completions/verifyd.fish
            """)

    /// The shells that ArgumentParser writes scripts for.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish
    }

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    func run() {
        let shell: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        print(RootCommand.completionScript(for: shell))
    }
}

struct IdentityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity", abstract: "Run the surface for apps with Firebase's SDKs alone.",
        discussion: """
            It serves the projects of `verifyd projects set`, at `identity.port`. With `identity.mode=emulator` it serves \
            what the SDKs do after `useEmulator`; otherwise apps need keys of `verifyd keys add --scope client`.
            """)

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        try await VerifydProcess([.identity], settings: try await Settings(sources), name: "verifyd-identity").run()
    }
}

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run API, worker and dashboard in one process, and the sandbox if it is the gateway.",
        discussion: "With `identity.port` it runs the Firebase surface too.")

    @OptionGroup var sources: SettingsOptions

    func run() async throws {
        let settings = try await Settings(sources)
        let roles: Set<VerifydProcess.Role> =
            settings.hasIdentity ? [.api, .worker, .dashboard, .identity] : [.api, .worker, .dashboard]
        try await VerifydProcess(roles, settings: settings, name: "verifyd-serve").run()
    }
}

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
